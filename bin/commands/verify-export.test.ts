import { generateKeyPairSync, hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sealedExport } from "@/lib/integrity/testing/sealed-export";
import { leafHash } from "@/lib/integrity/merkle-tree";
import { EXPORT_LIMIT } from "@/lib/reports/integrity-sentences";
import { seededRandom } from "@/lib/stats/seeded-random";
import { figure } from "@/lib/testing/security-figure";
import { main } from "../command-line";

const EPISODES = 60;
const PLACES = 100;
const ID = "0199a000-0000-7000-8000-000000000001";

const sealed = sealedExport("run", EPISODES, ID);
const lines = [...sealed.lines()];
const whole = `${lines.join("\n")}\n`;
const proof = [...sealed.proof()].join("");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "aftermath-verify-export-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `aftermath verify --export` prints of these bytes, and its exit code. */
async function verify(
  file: string | Uint8Array,
  given: { proof?: string; kept?: string; key?: string } = {},
): Promise<{ exit: number; out: string[] }> {
  const [path, kept] = [join(folder, "run.jsonl"), join(folder, "kept.txt")];
  writeFileSync(path, file);
  writeFileSync(`${path}.proof`, given.proof ?? proof);
  if (given.kept !== undefined) writeFileSync(kept, given.kept);
  const words = [
    ...(given.kept === undefined ? [] : ["--checkpoint", kept]),
    ...(given.key === undefined ? [] : ["--key", given.key]),
  ];
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out.push(String(chunk));
    return true;
  });
  try {
    const argv = ["node", "aftermath", "verify", "--export", path, ...words];
    const exit = await main(argv, { log: () => {}, signal: new AbortController().signal });
    return { exit, out: out.join("").trimEnd().split("\n") };
  } finally {
    write.mockRestore();
  }
}

test("A4: an export is proven offline, and what it cannot show is said", async () => {
  const { publicKey, checkpoint } = sealed;
  expect(await verify(whole, { kept: checkpoint(6), key: publicKey })).toEqual({
    exit: 0,
    out: [
      `proof: campaign run (${ID}), 60 episodes, sealed at 2026-11-30T12:00:00.000000Z by entry 3 of the log`,
      `checkpoint: 6 entries of aftermath/log/1, signed by ${publicKey}`,
      "kept checkpoint: 6 entries",
      "run.jsonl: 65 records, 60 episodes among them",
      "PROVEN: every record is the one that was sealed, in its place; none is missing and none was added.",
      EXPORT_LIMIT,
    ],
  });
  expect((await verify(whole)).out[2]).toBe(
    "  no --public-key was given: whose signature it is stays open",
  );
});

test("what would be passed over without a word is refused", async () => {
  const path = join(folder, "run.jsonl");
  const run = (...words: string[]) =>
    main(["node", "aftermath", "verify", ...words], {
      log: () => {},
      signal: new AbortController().signal,
    });
  await expect(run("--proof", `${path}.proof`)).rejects.toMatchObject({ code: "invalid_input" });
  expect(await run("--export", path, "--campaign", "run")).toBe(3);
  expect(await run("--export", path, "--recompute")).toBe(3);
});

/** A change of the lines, and the sentence that has to name it. */
type Change = (random: (below: number) => number) => { file: string | Uint8Array; says: string };

const nameOf = (line: number) =>
  line < 4
    ? `record ${line + 1} (${["campaign", "arm", "case", "case"][line]})`
    : line === 64
      ? "record 5 (end)"
      : `episode ${line - 3}`;
const joined = (all: readonly string[]) => `${all.join("\n")}\n`;

const KINDS: Record<string, Change> = {
  "one bit of a record": (random) => {
    const line = random(lines.length);
    const before = Buffer.byteLength(joined(lines.slice(0, line))) - (line === 0 ? 1 : 0);
    const bytes = Buffer.from(whole);
    const length = Buffer.byteLength(lines[line] ?? "");
    for (;;) {
      const [at, bit] = [before + random(length), 1 << random(8)];
      const changed = (bytes[at] ?? 0) ^ bit;
      // One that makes a line feed of it parts the record, which has its own sentence.
      if (changed === 0x0a) continue;
      bytes[at] = changed;
      const says = `run.jsonl, line ${line + 1}, ${nameOf(line)}: this is not the record that was sealed.`;
      return { file: bytes, says };
    }
  },
  "a record missing": (random) => {
    const line = random(lines.length - 1);
    const says = `run.jsonl, line ${line + 1}: ${nameOf(line)} is missing before it.`;
    return { file: joined(lines.toSpliced(line, 1)), says };
  },
  "two swapped": (random) => {
    const line = random(lines.length - 1);
    const beside = random(2) === 0;
    const other = beside ? line + 1 : line + 1 + random(lines.length - line - 1);
    const file = joined(lines.with(line, lines[other] ?? "").with(other, lines[line] ?? ""));
    const says =
      other === line + 1
        ? `run.jsonl, line ${line + 1}: ${nameOf(line)} and ${nameOf(other)} have changed places.`
        : `run.jsonl, line ${line + 1}, ${nameOf(line)}: this is not the record that was sealed.`;
    return { file, says };
  },
  "one added": (random) => {
    const line = random(lines.length + 1);
    const says =
      line === lines.length
        ? `run.jsonl, line ${line + 1}: there is more than was sealed.`
        : `run.jsonl, line ${line + 1}: this record was not sealed; it stands before ${nameOf(line)}.`;
    return { file: joined(lines.toSpliced(line, 0, '{"type":"episode","of":"nobody"}')), says };
  },
  "the end cut off": (random) => {
    const bytes = Buffer.from(whole);
    const cut = bytes.subarray(0, random(bytes.length));
    const line = cut.toString().split("\n").length - 1;
    const says =
      cut.length === 0 || cut.at(-1) === 0x0a
        ? `run.jsonl ends before line ${line + 1}: ${nameOf(line)} is missing, and whatever came behind it.`
        : `run.jsonl, line ${line + 1}, ${nameOf(line)}: the file breaks off here.`;
    return { file: cut, says };
  },
};

describe("an export that is not what was sealed", () => {
  const found: Record<string, number> = {};

  test.each(Object.entries(KINDS))("A4: %s is found, and named", async (kind, change) => {
    const random = seededRandom(kind.length);
    found[kind] = 0;
    for (let place = 0; place < PLACES; place += 1) {
      const { file, says } = change((below) => Math.floor(random() * below));
      const { exit, out } = await verify(file);
      expect([exit, out.slice(3)], `${kind}, place ${place}`).toEqual([
        1,
        [says, "NOT PROVEN.", EXPORT_LIMIT],
      ]);
      found[kind] += 1;
    }
  });

  test("A4: all of it is found", async () => {
    const total = Object.values(found).reduce((sum, count) => sum + count, 0);
    expect(total).toBe(5 * PLACES);
    await figure(
      "A4",
      `exports: ${total} of ${5 * PLACES} changes found (5 kinds × ${PLACES} places), the record named`,
    );
  });

  test("A4: the last line feed belongs to it", async () => {
    const { exit, out } = await verify(whole.slice(0, -1));
    expect([exit, out[3]]).toEqual([
      1,
      "run.jsonl, line 65, record 5 (end): the file breaks off here.",
    ]);
  });
});

describe("a proof that is not of the export", () => {
  const TREE =
    "The proof's digests do not make the root that was sealed: the proof was changed, or what is stored had been before it was exported.";

  /** The lines behind what the proof says of itself, up to the verdict. */
  const said = async (...given: Parameters<typeof verify>) => {
    const { exit, out } = await verify(...given);
    expect([exit, out.at(-2)]).toEqual([1, "NOT PROVEN."]);
    return out.slice(0, -2);
  };

  test("A4: another campaign's proof, or its seal before these digests", async () => {
    const other = sealedExport("other", EPISODES, ID.replace(/1$/, "2"));
    expect((await said(whole, { proof: [...other.proof()].join("") })).at(-1)).toBe(
      "run.jsonl, line 1, record 1 (campaign): this is not the record that was sealed.",
    );
    const [, ...rest] = sealed.proof();
    const [head = ""] = other.proof();
    expect((await said(whole, { proof: [head, ...rest].join("") })).slice(-2)).toEqual([
      TREE,
      "The campaign's own records do not make the digest that was sealed.",
    ]);
  });

  test("A4: one with a digest made to fit a changed record", async () => {
    const forged = whole.replace('"no":7}', '"no":8}');
    const record = hash("sha256", lines[10] ?? "", "hex");
    const fits = hash("sha256", forged.split("\n")[10] ?? "", "hex");
    expect((await said(forged, { proof: proof.replace(record, fits) })).slice(-2)).toEqual([
      "run.jsonl: 65 records, 60 episodes among them",
      TREE,
    ]);
    // One of the campaign's own.
    const own = whole.replace('"type":"arm"', '"type":"ARM"');
    const [was, is] = [lines[1] ?? "", own.split("\n")[1] ?? ""].map((line) =>
      hash("sha256", line, "hex"),
    );
    expect((await said(own, { proof: proof.replace(was ?? "", is ?? "") })).at(-1)).toBe(
      "The campaign's own records do not make the digest that was sealed.",
    );
  });

  test("A4: one that says another length or number of one of the campaign's own", async () => {
    const length = proof.replace(/"bytes":(\d+)/, (_, bytes) => `"bytes":${Number(bytes) + 1}`);
    expect((await said(whole, { proof: length })).at(-1)).toBe(
      "run.jsonl, line 1, record 1 (campaign): this is not the record that was sealed.",
    );
    expect((await said(whole, { proof: proof.replace('"no":2,', '"no":7,') })).at(-1)).toBe(
      "The campaign's own records do not make the digest that was sealed.",
    );
  });

  test("A4: one that is cut, in another order, or with a line that is none", async () => {
    const all = [...sealed.proof()];
    expect((await said(whole, { proof: all.slice(0, -9).join("") })).at(-2)).toBe(
      "run.jsonl, line 57: there is more than was sealed.",
    );
    expect(await said(whole, { proof: `${proof}{}\n` })).toContain(
      "The proof has a line that is none of a proof, or in another order than an export has.",
    );
    const early = all.toSpliced(5, 0, all.at(-1) ?? "").slice(0, -1);
    const moved = lines.toSpliced(4, 0, lines.at(-1) ?? "").slice(0, -1);
    expect((await said(joined(moved), { proof: early.join("") })).at(-1)).toBe(
      "The proof has a line that is none of a proof, or in another order than an export has.",
    );
    await expect(verify(whole, { proof: "{}\n" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test.each([
    ['"episodes":60', '"episodes":61', "The manifest is not the one that the entry"],
    ['"refused":0', '"refused":1', "The manifest is not the one that the entry"],
    [
      `"at":"2026-11-30`,
      `"at":"2026-11-29`,
      "The entry that sealed the campaign is not in the log",
    ],
    ["test.example", "test.exampl3", "The public key is none."],
  ])("A4: one whose %s was made %s", async (was, is, says) => {
    const [head = "", ...rest] = sealed.proof();
    const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
    const altered = head.replaceAll(escaped(was), escaped(is));
    expect(altered).not.toBe(head);
    const all = await said(whole, { proof: [altered, ...rest].join("") });
    expect(all.some((line) => line.startsWith(says))).toBe(true);
  });
});

describe("a checkpoint", () => {
  const last = async (given: Parameters<typeof verify>[1]) => {
    const { exit, out } = await verify(whole, given);
    return [exit, out.at(-3)];
  };
  const other = { name: "test.example", ...generateKeyPairSync("ed25519") };

  test("A4: of another key is not taken", async () => {
    const theirs = sealedExport("run", EPISODES, ID);
    expect(await last({ key: theirs.publicKey })).toEqual([
      1,
      "The checkpoint is not signed by the public key.",
    ]);
    expect(await last({ kept: sealed.checkpoint(6, other) })).toEqual([
      1,
      "The kept checkpoint is not signed by the public key.",
    ]);
    await expect(verify(whole, { key: "none" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("A4: that was kept says something of each campaign that it has, and of no later one", async () => {
    const exits: number[] = [];
    for (const size of [1, 2, 3, 4, 5, 6])
      exits.push((await verify(whole, { kept: sealed.checkpoint(size) })).exit);
    expect(exits).toEqual([1, 1, 1, 0, 0, 0]);
    expect(await last({ kept: sealed.checkpoint(3) })).toEqual([
      1,
      "The kept checkpoint is older than the entry that sealed the campaign, so that it says nothing of it.",
    ]);
    const longer = [...sealed.log, leafHash("entry 6")];
    expect(await last({ kept: sealed.checkpoint(7, undefined, longer) })).toEqual([
      1,
      "The kept checkpoint is newer than the proof: export again for a proof that reaches as far.",
    ]);
  });

  test("A4: shows a past that was rewritten, and another log", async () => {
    const past = sealed.log.with(1, leafHash("something else"));
    expect(await last({ kept: sealed.checkpoint(5, undefined, past) })).toEqual([
      1,
      "The kept checkpoint has another root than the proof's log had at its length: its past was rewritten.",
    ]);
    const kept = sealed.checkpoint(6);
    expect(await last({ kept: kept.replace("log/1", "log/2") })).toEqual([
      1,
      "The kept checkpoint is of another log.",
    ]);
    expect(await last({ kept: "nothing" })).toEqual([
      1,
      "The kept checkpoint is no signed checkpoint.",
    ]);
  });
});
