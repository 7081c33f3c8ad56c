import { deflateRawSync } from "node:zlib";
import { madeDatabase } from "../../sources/testing/made-database";
import { type MadeEntry, zipBytes } from "../../sources/testing/zip-bytes";
import { nativeText } from "../../testing/native-text";
import { cases, folder, type HostileCase, type Made, type Row } from "./hostile-case";

const NATIVE = nativeText({ episodes: [{}, { replica: 2 }] });
const MIB = 2 ** 20;

const zip =
  (...entries: MadeEntry[]) =>
  (): Made => ({ name: "run.zip", bytes: zipBytes(entries) });
/** An archive of the whole native file, spoiled in one respect. */
const native = (entry: Partial<MadeEntry> = {}) =>
  zip({ name: "run.jsonl", data: NATIVE, ...entry });
const zeros = () => deflateRawSync(Buffer.alloc(30 * MIB));

const ARCHIVES: Row[] = [
  ["whole", native(), "imported 2"],
  ["leads out", native({ name: "../run.jsonl" }), "refused", "leads out of the archive"],
  ["leads out from within", native({ name: "a/../../run.jsonl" }), "refused", "leads out"],
  ["an absolute path", native({ name: "/etc/run.jsonl" }), "refused", "has an absolute path"],
  ["a drive", native({ name: "C:/run.jsonl" }), "refused", "has an absolute path"],
  ["a backslash", native({ name: "a\\run.jsonl" }), "refused", "has a backslash in its path"],
  ["a NUL in a name", native({ name: "run\0.jsonl" }), "refused", "has a NUL in its path"],
  ["a newline in a name", native({ name: "a\nb.jsonl" }), "imported 2"],
  [
    "bidi and invisible characters in a name",
    native({ name: "\u202ea\u200b.jsonl" }),
    "imported 2",
  ],
  ["a name of a device", native({ name: "con" }), "imported 2"],
  ["a name of prototypes", native({ name: "__proto__/constructor" }), "imported 2"],
  ["a very long name", native({ name: "a/".repeat(600) }), "refused", "more than 1024 characters"],
  ["a symbolic link", native({ attributes: 0o120777 * 0x10000 }), "refused", "a symbolic link"],
  ["encrypted", native({ flags: 0x801 }), "refused", "is encrypted"],
  ["an unknown packing", native({ method: 14 }), "refused", "is packed by method 14"],
  ["a false checksum", native({ crc: 7 }), "refused", "its checksum (CRC-32) does not fit"],
  ["states too little", native({ unpackedBytes: 9 }), "refused", "more than the 9 bytes it states"],
  ["states too much", native({ unpackedBytes: 99_999 }), "refused", "fewer than the 99999 bytes"],
  [
    "damaged",
    native({ packed: Buffer.alloc(99, 0xff) }),
    "refused",
    "damaged and cannot be unpacked",
  ],
  ["another name at the content", native({ localName: "b.jsonl" }), "refused", "has another name"],
  ["a bomb", native({ packed: zeros(), unpackedBytes: 30 * MIB }), "refused", "200 times its size"],
  [
    "a bomb that lies",
    native({ packed: zeros(), unpackedBytes: 99 }),
    "refused",
    "more than the 99",
  ],
  [
    "small bombs",
    zip(
      ...Array.from({ length: 300 }, (_, i) => ({
        name: `${i}.jsonl`,
        packed: deflateRawSync(Buffer.alloc(100)),
        unpackedBytes: MIB,
      })),
    ),
    "refused",
    "200 times its size",
  ],
  [
    "overlapping",
    zip(
      { name: "run.jsonl", data: NATIVE },
      { name: "b.jsonl", headerAt: 0, hasContent: false, packedBytes: 99 },
    ),
    "refused",
    "overlaps with another entry",
  ],
  [
    "an archive in an archive",
    zip({ name: "inner.zip", data: zipBytes([{ name: "run.jsonl", data: NATIVE }]), method: 0 }),
    "refused",
    "a zip archive; unpack it first",
  ],
  ["empty", zip(), "refused", "There is no file in"],
  ["only folders", zip({ name: "a/" }, { name: "b/" }), "refused", "There is no file in"],
  ["only what systems leave", zip({ name: "__MACOSX/a" }), "refused", "There is no file in"],
  [
    "cut",
    () => ({ name: "run.zip", bytes: wholeZip().subarray(0, -30) }),
    "refused",
    "no list of contents",
  ],
  [
    "only its beginning",
    () => ({ name: "run.zip", bytes: wholeZip().subarray(0, 4) }),
    "refused",
    "no list of contents",
  ],
  [
    "states 100,001 entries",
    () => ({ name: "run.zip", bytes: zipBytes([{ name: "a" }], { entries: 100_001 }) }),
    "refused",
    "more than 100000 entries, the limit",
  ],
];

function wholeZip(): Buffer {
  return zipBytes([{ name: "run.jsonl", data: NATIVE }]);
}

const database =
  (sql: string, spoil: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) =>
  async (): Promise<Made> => ({ name: "norn.db", bytes: spoil(await madeDatabase(sql)) });
const ROWS = `CREATE TABLE a (x TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
  INSERT INTO a SELECT printf('%0100d', i) FROM n`;
const FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

const DATABASES: Row[] = [
  ["of something else", database(ROWS), "refused", "No known format"],
  ["cut", database(ROWS, (bytes) => bytes.subarray(0, 8192)), "refused", "cannot be read"],
  [
    "only its header",
    database(ROWS, (bytes) => bytes.subarray(0, 100)),
    "refused",
    "cannot be read",
  ],
  ["damaged pages", database(ROWS, (bytes) => bytes.fill(0xff, 4096, 8192)), "refused", "damaged"],
  [
    "a view over an extension",
    database(
      `CREATE TABLE a (x); CREATE VIEW campaign AS SELECT load_extension('/tmp/x.so') AS id`,
    ),
    "refused",
    "No known format",
  ],
  [
    "a view without end",
    database(`CREATE TABLE a (x); CREATE VIEW campaign AS ${FOREVER}`),
    "refused",
    "No known format",
  ],
  [
    "a view that says it is a table",
    database(
      `CREATE TABLE b (x); CREATE VIEW campaign AS ${FOREVER}; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE name = 'campaign'`,
    ),
    "refused",
    "cannot be read",
  ],
  [
    "tables with names of prototypes",
    database('CREATE TABLE "__proto__" (id); CREATE TABLE "constructor" ("__proto__")'),
    "refused",
    "No known format",
  ],
  [
    "Norn's tables without columns it needs",
    database(
      "CREATE TABLE campaign (x); CREATE TABLE test_case (x); CREATE TABLE run_replica (x); CREATE TABLE scoring_decision (x); INSERT INTO campaign VALUES (1)",
    ),
    "refused | refused invalid-row | refused no-campaign",
    "$.id: a number was expected",
  ],
  [
    "Norn's tables without rows, its log elsewhere",
    database(
      "CREATE TABLE campaign (id); CREATE TABLE test_case (id); CREATE TABLE run_replica (id); CREATE TABLE scoring_decision (id)",
      wal,
    ),
    "refused | refused no-campaign | warning wal-mode",
    "no campaign",
  ],
];

/** In write-ahead mode, as its header says. */
function wal(bytes: Uint8Array): Uint8Array {
  bytes.set([2, 2], 18);
  return bytes;
}

const GARAK =
  '{"entry_type":"attempt","status":2,"probe_classname":"p","prompt":"x","outputs":["a"],"detector_results":{"d":[1.0]}}\n';
const files = (list: Record<string, string>) => () => folder("runs", list);

const FOLDERS: Row[] = [
  ["no file", files({}), "refused", "There is no file in runs"],
  [
    "only what systems leave",
    files({ ".DS_Store": "x", "__MACOSX/a": "y" }),
    "refused",
    "There is no file",
  ],
  [
    "two native files",
    files({ "a.jsonl": NATIVE, "b.jsonl": NATIVE }),
    "refused | refused several-files",
    "one file at a time",
  ],
  [
    "native and garak",
    files({ "a.jsonl": NATIVE, "b.jsonl": GARAK }),
    "refused | refused several-files",
    "one file at a time",
  ],
  [
    "garak and native",
    files({ "a.jsonl": GARAK, "b.jsonl": NATIVE }),
    "imported 1 | warning arm-from-file | warning interrupted | warning other-files | warning threshold-assumed",
  ],
  [
    "two reports of garak",
    files({ "a.jsonl": GARAK, "b.jsonl": GARAK }),
    "refused | refused several-files",
    "import them one at a time",
  ],
  [
    "a whole file and a broken one",
    files({ "a.jsonl": GARAK, "b.jsonl": '{"entry_type":' }),
    "imported 1 | warning arm-from-file | warning interrupted | warning other-files | warning threshold-assumed",
  ],
  [
    "a broken file and a whole one",
    files({ "a.txt": "\0\0", "b.jsonl": GARAK }),
    "imported 1 | warning arm-from-file | warning interrupted | warning other-files | warning threshold-assumed",
  ],
  ["paths that lead out", files({ "../../run.jsonl": NATIVE }), "imported 2"],
  ["an absolute path", files({ "/etc/passwd": NATIVE }), "imported 2"],
  [
    "a path with NUL, newline and bidi",
    files({ "a\0\n\u202e.jsonl": "x" }),
    "refused",
    "a\\u{0}\\u{a}\\u{202e}.jsonl",
  ],
  [
    "a path of half a surrogate pair",
    files({ "\ud800.jsonl": NATIVE.replace('"k1"', '"k3"') }),
    "refused | refused unknown-case ×2",
    "\ufffd.jsonl",
  ],
  ["a path of 100,000 characters", files({ ["p".repeat(100_000)]: "x" }), "refused", "ppp…"],
  ["a path of prototypes", files({ constructor: NATIVE }), "imported 2"],
  [
    "a source named with control characters",
    () =>
      folder("\u001b[2J\u202e", {
        "a.jsonl": NATIVE.replaceAll('"on"', '"x"').replace('"key":"x"', '"key":"y"'),
      }),
    "refused | refused unknown-arm ×2",
    'Nothing of "\\u{1b}[2J\\u{202e}"',
  ],
];

export const CONTAINER_CASES: readonly HostileCase[] = [
  ...cases("zip", ARCHIVES),
  // Each is read in a process of its own, which takes as long to start as all else together.
  ...cases("database", DATABASES).map((item): HostileCase => ({ ...item, isHeavy: true })),
  ...cases("folder", FOLDERS),
];
