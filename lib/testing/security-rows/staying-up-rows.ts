import type { SecurityRow } from "./security-row";

const NOT_MEASURED = "not measured yet";

/** Group F: staying up. */
export const STAYING_UP_ROWS: readonly SecurityRow[] = [
  {
    row: "F1",
    promise: "Postgres may be restarted",
    bar: "pages within 10 s without a restart; the import goes on; not ready meanwhile",
  },
  {
    row: "F2",
    promise: "A full disk ends an import, not the server",
    bar: "said in the import's state; the same import passes with room",
    open: "by the error that Postgres gives for a full disk, and for uploads by the room that is left; no tablespace is really filled",
  },
  {
    row: "F3",
    promise: "Connections run out in an orderly way",
    bar: "503 after 5 s; 200 slow pages without a deadlock; times for statements",
    open: NOT_MEASURED,
  },
  {
    row: "F4",
    promise: "Migrations at the start are safe",
    bar: "5 at once × 20: one runs; kill -9 and again; a newer schema is refused",
  },
  {
    row: "F5",
    promise: "Two servers behave as one",
    bar: "all end-to-end tests through two servers in turn",
    open: "imports, leases and the throttle are shared and tested; the whole suite through two servers is not run",
  },
  {
    row: "F6",
    promise: "A wrong clock breaks nothing",
    bar: "an hour off and a jump back: order by the database, sessions live",
    open: NOT_MEASURED,
  },
  {
    row: "F7",
    promise: "A backup comes back and verifies",
    bar: "dump, drop, restore: equal roots; an older one is told by a kept checkpoint",
    open: "by COPY of every table between databases, since the embedded Postgres has no pg_dump",
  },
  {
    row: "F8",
    promise: "A server stops without losing requests",
    bar: "not ready at once, requests end within 15 s, the import is parked, exit 0",
  },
  {
    row: "F9",
    promise: "Health and readiness can be asked",
    bar: "health without the database; readiness within 1 s; no version, no count",
  },
  {
    row: "F10",
    promise: "It carries the load",
    bar: "50 people on 1 M episodes: 95 % of pages under 300 ms, no error in 5 min",
    open: "measured by npm run bench:pages, not a test",
  },
  {
    row: "F11",
    promise: "What is installed is known",
    bar: "exact versions, at most 40 direct, install scripts off",
    open: "install scripts run: esbuild and the binaries of Postgres have one; no list of what is shipped is made",
  },
  {
    row: "F12",
    promise: "A secret in a record stays there",
    bar: "0 hits of planted secrets in log, audit, errors; no forged log line",
  },
];
