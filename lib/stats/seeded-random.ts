/**
 * A stream of numbers in [0, 1), the same for the same seed on every machine: xoshiro128** (Blackman
 * & Vigna 2021) on 32-bit words, two of them to a number of 53 bits. For drawing only, no secret.
 * `seed` is any 32-bit whole number.
 */
export function seededRandom(seed: number): () => number {
  const next = xoshiro(seed);
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

function xoshiro(seed: number): () => number {
  const mix = splitmix(seed);
  let [a, b, c, d] = [mix(), mix(), mix(), mix()];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** Spreads one seed over the state: a Weyl sequence through Murmur3's finaliser. */
function splitmix(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x85ebca6b);
    word ^= word >>> 13;
    word = Math.imul(word, 0xc2b2ae35);
    return word ^ (word >>> 16);
  };
}
