/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 lower-case hex digits, without leaving the thread. The
 * platform's digest is faster on whole files and a hundred times slower on a few hundred bytes, since each
 * call waits for another thread; names of cases need one for every row.
 */
export function sha256OfText(text: string): string {
  const message = new TextEncoder().encode(text);
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  const bits = message.length * 8;
  view.setUint32(padded.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(padded.length - 4, bits >>> 0);

  const state = Uint32Array.from(START);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(block * 64 + i * 4);
    compress(state, schedule);
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Section 6.2.2: one block, whose 16 words stand at the beginning of `schedule`. */
function compress(state: Uint32Array, schedule: Uint32Array): void {
  const w = (i: number) => schedule[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const a = w(i - 15);
    const b = w(i - 2);
    const small0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const small1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    schedule[i] = w(i - 16) + small0 + w(i - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + w(i)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] ?? 0) + word;
  });
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Sections 4.2.2 and 5.3.3: the first 32 bits of the fractions of roots of the first primes. */
const PRIMES = firstPrimes(64);
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}
