/** Under this a measurement is noise, and what is four times as much is no hint of anything. */
const LEAST_MS = 10;
const TRIES = 3;

/**
 * How many times as long the fourfold takes: about 4 where the work grows with its size, 16 and more where
 * it grows with its square. In time of the processor and the least of three, since the machine may be busy.
 *
 * @param work does it once for its size, or for four times its size; what it makes ready before, by `make`,
 *   does not count
 */
export async function fourfoldTakes<T>(
  make: (times: 1 | 4) => T,
  work: (made: T) => unknown,
): Promise<number> {
  const least = { 1: Infinity, 4: Infinity };
  for (let at = 0; at < TRIES; at += 1)
    for (const times of [1, 4] as const) {
      const made = make(times);
      const before = process.cpuUsage();
      await work(made);
      const { user, system } = process.cpuUsage(before);
      least[times] = Math.min(least[times], (user + system) / 1000);
    }
  return least[4] / Math.max(least[1], LEAST_MS);
}

/** What `fourfoldTakes` stays under where work grows with its size, with room for what is measured beside it. */
export const LINEAR = 9;
