/** So many rows in a minute nobody in particular can have this process write; the others are counted. */
const MOST = 60;
const MINUTE_MS = 60_000;

const written = { since: 0, rows: 0, untold: 0 };

/**
 * Whether the audit log tells of one more that was refused without a name. Of those there may be any number,
 * from anywhere: the first 60 of a minute get a row each, and the next row after that minute tells how many
 * more there were.
 *
 * @returns how many were not told of before this one; null when this one is not told of either
 */
export function admitNobodysRow(now: number = Date.now()): number | null {
  if (now - written.since >= MINUTE_MS) {
    written.since = now;
    written.rows = 0;
  }
  if (written.rows >= MOST) {
    written.untold += 1;
    return null;
  }
  written.rows += 1;
  const { untold } = written;
  written.untold = 0;
  return untold;
}
