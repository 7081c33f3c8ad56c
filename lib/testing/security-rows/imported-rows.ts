import type { SecurityRow } from "./security-row";

/** Group E: what is imported. */
export const IMPORTED_ROWS: readonly SecurityRow[] = [
  {
    row: "E1",
    promise: "An import of any size takes bounded memory",
    bar: "JSON Lines and one array of 5 GB: at most 512 MB; 1 GB within 120 s on 2 cores",
    open: "half and a quarter of a GB in every run, 5 GB with AFTERMATH_LONG=1; times are noted, not asserted",
  },
  {
    row: "E2",
    promise: "An import is fast enough",
    bar: "2,000 episodes/s of 4 KB, file to sealed campaign, on 2 cores",
    open: "noted, not asserted, since it falls with whatever else the machine does; npm run bench:ingest measures it beside a floor",
  },
  {
    row: "E3",
    promise: "Limits are written down and hold before the work",
    bar: "each limit one below, at and one above it",
  },
  {
    row: "E4",
    promise: "A hostile archive is refused",
    bar: "30 or more, each within 1 s and 100 MB, nothing written under their names",
  },
  {
    row: "E5",
    promise: "A SQLite file is data",
    bar: "20 hostile ones, read in a process of its own with 512 MB and 60 s: the server lives",
  },
  {
    row: "E6",
    promise: "A file is what its content is",
    bar: "12 of 12 pairs of a name and another content are told in words",
  },
  {
    row: "E7",
    promise: "A campaign is there whole or not at all",
    bar: "kill -9 at 50 random moments: 50 whole or absent; taken up again within 60 s",
  },
  {
    row: "E8",
    promise: "Each refused record has its place and reason",
    bar: "file, line, byte, path; at most 200 visible characters; the first 1,000 and the count",
  },
  {
    row: "E9",
    promise: "The same again changes nothing",
    bar: "20 posts at once make 1 campaign; another body 422; the key is kept for 30 days",
  },
  {
    row: "E10",
    promise: "A broken upload goes on where it was",
    bar: "500 chunks of at most 8 MiB in any order with 1 % lost: the same campaign",
  },
  {
    row: "E11",
    promise: "What is slow is waited for, not stored up",
    bar: "memory within 50 MB; 30 s without a byte ends a body; 2 imports at once; pages have connections left",
    open: "memory for as long as a quarter of a GB takes, and for ten minutes with AFTERMATH_LONG=1",
  },
  {
    row: "E12",
    promise: "A poisonous file does not stop the others",
    bar: "set aside after it brought the process down twice; the next goes on; its upload stays",
  },
  {
    row: "E13",
    promise: "No key of a record becomes code",
    bar: "__proto__, constructor, toJSON, then at every place: nothing polluted, the record kept",
    open: "Node's --disable-proto is not set: libraries within Next use __proto__",
  },
  {
    row: "E14",
    promise: "No address in a record is ever asked",
    bar: "500 records with addresses of a trap: 0 hits; HTTP clients in one module",
  },
  {
    row: "E15",
    promise: "No text becomes SQL",
    bar: "500 strings in every parameter: 0 syntax errors; raw SQL in one file",
    open: "every parameter takes two of the strings in turn, and each string is taken; all in each with AFTERMATH_LONG=1",
  },
  {
    row: "E16",
    promise: "An abort is no defence",
    bar: "without a reason it is unknown, never safe; n/a is never 0",
  },
];
