/**
 * The input rules of this folder. A broken one is a fault of the caller, never a property of the
 * data, so it throws a RangeError instead of letting NaN or Infinity travel into a report.
 */

/** Throws unless `value` is a whole number from 0 on that a double holds exactly. */
export function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a whole number from 0 on, got ${value}`);
  }
}

/** Throws unless `value` is finite and not negative. */
export function requireNonNegative(name: string, value: number): void {
  if (!Number.isFinite(value) || value < 0) {
    throw new RangeError(`${name} must be finite and not negative, got ${value}`);
  }
}

/** Throws unless `value` is finite and above 0. */
export function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(`${name} must be finite and above 0, got ${value}`);
  }
}

/** Throws unless `value` is a share, 0 and 1 included. */
export function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be in [0, 1], got ${value}`);
}

/** Throws unless `value` lies strictly between 0 and 1: a level, a tail, a margin. */
export function requireOpenShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} must be in (0, 1), got ${value}`);
}

/** Throws unless k of n is a count of hits among n. */
export function requireHits(k: number, n: number): void {
  requireCount("k", k);
  requireCount("n", n);
  if (k > n) throw new RangeError(`k must not exceed n, got ${k} of ${n}`);
}

/** Throws unless both lists speak of the same cases. */
export function requireSameLength(
  name: string,
  a: readonly unknown[],
  b: readonly unknown[],
): void {
  if (a.length !== b.length) {
    throw new RangeError(
      `${name} must have one entry a case each, got ${a.length} and ${b.length}`,
    );
  }
}

/** Hands a finite number through and throws on NaN and Infinity. */
export function requireFinite(name: string, value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${name} has no finite value here`);
  return value;
}
