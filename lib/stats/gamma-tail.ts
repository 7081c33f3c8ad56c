import { requirePositive } from "@/lib/stats/preconditions";

const EPSILON = 1e-17;

/** The smallest shape for which three terms of Stirling's series are exact to a double. */
export const LEAST_LARGE_SHAPE = 100;

export type GammaTail = { density: number; lower: number; upper: number };

/**
 * Density, P(X <= x) and P(X > x) of a gamma variable of rate 1 and a LARGE shape (from 100 on).
 * The smaller tail keeps its relative precision. Lower tail by the power series, upper tail by
 * Legendre's continued fraction with Lentz's method (DLMF 8.7.1 and 8.9.2); the density in
 * Loader's saddle-point form (2000), which does not subtract large logarithms.
 * Throws RangeError for a shape below 100 or x <= 0.
 */
export function gammaTail(shape: number, x: number): GammaTail {
  requirePositive("x", x);
  if (!(shape >= LEAST_LARGE_SHAPE)) throw new RangeError(`shape must be large, got ${shape}`);
  const density = saddlePointDensity(shape, x);
  if (x > shape + 1) {
    const upper = density * x * upperFraction(shape, x);
    return { density, lower: 1 - upper, upper };
  }
  const lower = ((density * x) / shape) * lowerSeries(shape, x);
  return { density, lower, upper: 1 - lower };
}

/** x^(a-1) e^-x / Gamma(a), from a (ln(1+u) - u) with u = (x-a)/a and Stirling's correction. */
function saddlePointDensity(a: number, x: number): number {
  const u = (x - a) / a;
  const stirling = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5);
  return (Math.sqrt(a / (2 * Math.PI)) / x) * Math.exp(a * (Math.log1p(u) - u) - stirling);
}

/** Sum of x^k / ((a+1)...(a+k)), k from 0. */
function lowerSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * EPSILON; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))), evaluated from the front. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1; ; i++) {
    const term = i * (a - i);
    b += 2;
    d = 1 / (term * d + b);
    c = b + term / c;
    const factor = c * d;
    fraction *= factor;
    if (Math.abs(factor - 1) < 1e-15) return fraction;
  }
}
