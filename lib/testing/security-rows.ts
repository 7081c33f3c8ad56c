/** One promise of docs/security.md: what is promised, and the figure at which it counts as kept. */
export type SecurityRow = {
  row: string;
  promise: string;
  bar: string;
  /** What of it no test shows yet, and why; a row without it has to have a test. */
  open?: string;
};

const NOT_MEASURED = "not measured yet";

/**
 * Every promise, in the order of the document: integrity (A), who is signed in (B), who may do what (C),
 * hostile text and the web (D), what is imported (E), staying up (F). A test that proves one begins its
 * title with the row, as "A2: …"; `npm run test:security` finds it by that.
 */
export const SECURITY_ROWS: readonly SecurityRow[] = [
  {
    row: "A1",
    promise: "A stored record is the bytes that came in",
    bar: "10,000 of 10,000 generated records have the same SHA-256, no loss without a flag",
  },
  {
    row: "A2",
    promise: "Whatever is changed after sealing is found",
    bar: "8 kinds of change × 100 places by a superuser, 800 found; 0 false alarms in 1,000",
  },
  {
    row: "A3",
    promise: "One episode is proved without the others",
    bar: "at most 320 B at 1,000 and 544 B at 100,000 episodes; verifier under 150 lines; every changed bit refused",
  },
  {
    row: "A4",
    promise: "What a checkpoint says cannot be rewritten",
    bar: "consistency between any two of 100 signed checkpoints; a rolled-back database is told",
  },
  {
    row: "A5",
    promise: "Proofs are cheap",
    bar: "at most 10 % of an import; 20,000 episodes/s of 4 KB verified; a tree of 100,000 in 2 s",
    open: "noted, not asserted, since times fall with whatever else the machine does; npm run bench:verify, which imports with and without digests in one run, showed 2.9 % of an import and 20,853 episodes/s by processor time at load 7",
  },
  {
    row: "A6",
    promise: "The application cannot change evidence",
    bar: "6 of 6 statements refused with 42501; no update in the tables' statistics",
    open: "two functions of the database change rows: one completes a campaign before it is sealed, one empties records when their content is dropped, which the log tells",
  },
  {
    row: "A7",
    promise: "A correction is a new row beside the original",
    bar: "the original stays readable; published rates recomputed without drift",
  },
  {
    row: "A8",
    promise: "The audit log is whole and chained",
    bar: "1 row a change in its transaction, 0 for one rolled back; 16 writers × 1,000 rows without a fork; no secret",
    open: "what the server refuses before anything is known of who asks (another host's name, a change that a foreign page asks for) stands in its log only",
  },
  {
    row: "A9",
    promise: "A deletion leaves a trace",
    bar: "a tombstone with root, count, who, when, why; verification says deleted, not corrupt",
  },
  {
    row: "B1",
    promise: "No default password; nobody takes the first account away",
    bar: "a code of 128 bit in the log, once; 50 set-ups at once make 1 admin; gone afterwards",
  },
  {
    row: "B2",
    promise: "Guessing is stopped for each account and each address",
    bar: "1,000 guesses from changing addresses: at most 5 looked at in 5 minutes; shared by two servers",
  },
  {
    row: "B3",
    promise: "Headers of a proxy count only from a named proxy",
    bar: "8 of 8 forged headers change nothing",
  },
  {
    row: "B4",
    promise: "Nobody learns which accounts exist",
    bar: "same answer; median times of a known and an unknown name within 10 % in 200 tries",
  },
  {
    row: "B5",
    promise: "Long passwords, no rules of composition, none of the common ones",
    bar: "15, 64 and 128 characters and Unicode pass; a bundled list is refused; argon2id",
    open: "no list of 10,000 is bundled: the worst words and what is made of them are refused, and 15 characters are asked for",
  },
  {
    row: "B6",
    promise: "Sessions end when they should",
    bar: "8 h idle, 7 d in all; sign-out, ban, role and password count at the next request; no token in clear",
  },
  {
    row: "B7",
    promise: "A second factor cannot be gone around",
    bar: "every route closed while it is pending; codes once; 5 wrong ones lock",
  },
  {
    row: "B8",
    promise: "Another's sign-in is checked whole",
    bar: "9 of 9 forged answers refused; a local admin still signs in when it is down",
  },
  {
    row: "B9",
    promise: "API tokens are shown once, hashed, scoped, and end",
    bar: "32 random bytes, revoked within 1 s; the 11th bad one in a minute answered 429 unread",
  },
  {
    row: "B10",
    promise: "Nobody signs up or gives themselves a role",
    bar: "every such field refused; at most 15 paths of the library open, all others 404",
  },
  {
    row: "C1",
    promise: "Every route has its decision",
    bar: "routes × roles × scopes equal a table in the sources; a route without a row fails",
  },
  {
    row: "C2",
    promise: "It is decided where the data are read",
    bar: "the same answers without anything in front, and for every way to write an address",
  },
  {
    row: "C3",
    promise: "An id of another project is as good as none",
    bar: "404 with the body of a random id, nested and malformed ids too",
  },
  {
    row: "C4",
    promise: "Background and admin work asks for the role",
    bar: "viewer and editor refused everywhere; to verify is reading, and a viewer may",
  },
  {
    row: "C5",
    promise: "Only listed fields leave the server",
    bar: "0 of the secrets planted in every column on any page or answer",
  },
  {
    row: "C6",
    promise: "Nobody gets another's page from a cache",
    bar: "0 crossings in 2 people × all routes × 5 rounds through a caching proxy; no framework cache",
  },
  {
    row: "D1",
    promise: "Text of an attack never runs",
    bar: "300 payloads × every field × every view in a browser: 0 dialogs, scripts, violations, foreign elements",
    open: "one page of every kind with a hostile record; the 300 payloads through every field and view are not run yet",
  },
  {
    row: "D2",
    promise: "Text is never made markup or an address",
    bar: "0 uses in the sources, 0 renderers installed",
  },
  {
    row: "D3",
    promise: "What cannot be seen is shown",
    bar: "400 of 400 code points with a mark; the copy is the original",
  },
  {
    row: "D4",
    promise: "Huge values do not take a page down",
    bar: "at most 2 MB sent, painted within 2 s, tab under 300 MB",
    open: "sent bytes and memory are asserted; paint is noted, since it falls with whatever else the machine does",
  },
  {
    row: "D5",
    promise: "A strict policy for content",
    bar: "default-src 'none' with a nonce of 128 bit on every answer; 1,000 differ; 0 violations",
    open: "the policy and its nonces on every answer; a browser over every page is not run yet, though every page of the tests fails by an error of its console",
  },
  {
    row: "D6",
    promise: "No request leaves the machine",
    bar: "0 to another host by browser or server, 0 name look-ups",
  },
  {
    row: "D7",
    promise: "Protective headers on every answer",
    bar: "all of them; downloads as attachments in a sandbox",
    open: "CSV, JSON and JSON Lines are handed out under their own types, by which programs read them and which no browser runs; all else as application/octet-stream",
  },
  {
    row: "D8",
    promise: "Tables for a spreadsheet compute nothing",
    bar: "200 of 200 formulas inert; the text comes back equal",
  },
  {
    row: "D9",
    promise: "A change comes from our own page or a token",
    bar: "every changing route × 7 foreign origins: 403, 0 rows changed",
  },
  {
    row: "D10",
    promise: "A foreign host name is not answered",
    bar: "every route; bound to 127.0.0.1 unless told",
  },
  {
    row: "D11",
    promise: "Sign-in leads nowhere else",
    bar: "40 of 40 forms of an address lead to /",
  },
  {
    row: "D12",
    promise: "Errors tell nothing",
    bar: "no stack, SQL, path or version; an id that the log has; no 500 for a client's fault",
    open: "of failing databases on every route; malformed input on every route is not run yet",
  },
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
    open: "by gates over the sources; 500 strings in every parameter are not run yet",
  },
  {
    row: "E16",
    promise: "An abort is no defence",
    bar: "without a reason it is unknown, never safe; n/a is never 0",
  },
  {
    row: "F1",
    promise: "Postgres may be restarted",
    bar: "pages within 10 s without a restart; the import goes on; not ready meanwhile",
  },
  {
    row: "F2",
    promise: "A full disk ends an import, not the server",
    bar: "said in the import's state; the same import passes with room",
    open: "shown for uploads that find too little room; no test with a full tablespace",
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
