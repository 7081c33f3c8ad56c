/** num/den with whole num and den >= 1: a difference of two case rates, kept exact. */
export type Rational = { num: number; den: number };

/** Throws RangeError unless num is a safe integer and den one from 1 on. */
export function requireRational({ num, den }: Rational): void {
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den) || den < 1) {
    throw new RangeError(`a difference must be whole over whole, got ${num}/${den}`);
  }
}

/** The given fractions, all checked, as integers over their least common denominator. */
export function commonScale(fractions: readonly Rational[]): { integers: bigint[]; scale: bigint } {
  const reduced = fractions.map(reduce);
  const denominators = [...new Set(reduced.map((f) => f.den))];
  const scale = denominators.map(BigInt).reduce((lcm, den) => (lcm / gcd(lcm, den)) * den, 1n);
  const factors = new Map(denominators.map((den) => [den, scale / BigInt(den)]));
  return { integers: reduced.map((f) => BigInt(f.num) * (factors.get(f.den) ?? 1n)), scale };
}

/** a/b as the nearest double or its neighbour, for whole numbers of any length, b above 0. */
export function quotient(a: bigint, b: bigint): number {
  if (a < 0n) return -quotient(-a, b);
  const shift = bits(b) - bits(a) + 64;
  const scaled = shift >= 0 ? (a << BigInt(shift)) / b : (a >> BigInt(-shift)) / b;
  return Number(scaled) / 2 ** shift;
}

function bits(value: bigint): number {
  return value.toString(16).length * 4;
}

function reduce({ num, den }: Rational): Rational {
  let a = Math.abs(num);
  let b = den;
  while (b !== 0) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

function gcd(first: bigint, second: bigint): bigint {
  let a = first;
  let b = second;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
