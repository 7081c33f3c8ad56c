import type { RecordIndex } from "./record-index";

/** What all records held together may weigh, and how long one is held after it was last asked for. */
const MOST_BYTES = 160 * 2 ** 20;
const IDLE_MS = 5 * 60_000;

type Held = { value: Promise<RecordIndex | null>; bytes: number; timer: NodeJS.Timeout };

/**
 * Records that were read lately with where everything in them stands, so that the slices, parts and
 * searches of one reader do not read 64 MiB each. A key names the version of the stored row: none goes stale.
 */
const records = new Map<string, Held>();

export function heldRecord(
  key: string,
  bytes: number,
  read: () => Promise<RecordIndex | null>,
): Promise<RecordIndex | null> {
  const known = records.get(key);
  if (known !== undefined) {
    // The last asked for stands last.
    records.delete(key);
    records.set(key, known);
    known.timer.refresh();
    return known.value;
  }
  const value = read();
  const timer = setTimeout(() => records.delete(key), IDLE_MS);
  timer.unref();
  records.set(key, { value, bytes, timer });
  value.catch(() => forget(key));
  let sum = [...records.values()].reduce((total, held) => total + held.bytes, 0);
  for (const [oldest, held] of records) {
    if (sum <= MOST_BYTES || oldest === key) break;
    sum -= held.bytes;
    forget(oldest);
  }
  return value;
}

function forget(key: string): void {
  clearTimeout(records.get(key)?.timer);
  records.delete(key);
}
