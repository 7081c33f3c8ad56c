import { scopeIn } from "@/db/scope";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listCampaigns } from "@/db/queries/campaigns";
import { findProject } from "@/db/queries/projects";
import { seedExample } from "@/db/seed/seed-example";
import { EXAMPLE_PROJECT } from "@/db/seed/scenarios/four-campaigns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { verifierKey, type Signer } from "@/lib/integrity/checkpoint";
import { armReference } from "@/lib/format/paths";
import { main } from "../command-line";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask } = await import("@/app/api/v1/testing/api-client");
const { database: appDatabase } = await import("@/db");

const SERVER = "http://localhost:3000";
const signal = new AbortController().signal;
const signer: Signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
let database: TestDatabase;
let folder: string;
/** Of the oldest campaign and of every later one, its first arm. */
let arms: string[];
let slug: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "aftermath-asking-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", folder);
  // The routes answer here as they would over a wire.
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) =>
    ask(url.slice(`${SERVER}/api/v1`.length), {
      method: init.method ?? "GET",
      headers: Object.fromEntries(new Headers(init.headers)),
    }),
  );
  await seedExample(database, signal);
  const project = await findProject(database.db, EXAMPLE_PROJECT.slug);
  const campaigns = await listCampaigns(database.db, scopeIn(project?.id ?? ""));
  arms = campaigns
    .toReversed()
    .flatMap(({ slug: campaignSlug, arms: [first] }) =>
      first === undefined ? [] : [armReference({ campaignSlug, armKey: first.key })],
    );
  slug = campaigns[0]?.slug ?? "";
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await appDatabase().close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What a command prints to stdout, and its exit code. */
async function run(...args: string[]): Promise<{ exit: number; out: string; said: string[] }> {
  const out: Buffer[] = [];
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk, ...rest) => {
    out.push(Buffer.from(chunk));
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  try {
    const argv = ["node", "aftermath", ...args, "--project", EXAMPLE_PROJECT.slug];
    const exit = await main(argv, { log: (line) => said.push(line), signal });
    return { exit, out: Buffer.concat(out).toString(), said };
  } finally {
    write.mockRestore();
  }
}

const pair = (baseline: number, candidate: number) => [
  "--baseline",
  arms[baseline] ?? "",
  "--candidate",
  arms[candidate] ?? "",
];

describe("every pair of the example's arms", () => {
  it("is answered alike by the database here and by a server", async () => {
    const codes = new Set<number>();
    for (const [baseline, candidate] of [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 3],
    ] as const) {
      const local = await run("gate", ...pair(baseline, candidate), "--json");
      const remote = await run("gate", ...pair(baseline, candidate), "--json", "--server", SERVER);
      expect(JSON.parse(remote.out)).toEqual(JSON.parse(local.out));
      expect(remote.exit).toBe(local.exit);
      codes.add(local.exit);
    }
    expect(codes).toEqual(new Set([0, 2]));
  });
});

describe("gate", () => {
  it("prints no column of differences for arms that may not be compared", async () => {
    const refused: boolean[] = [];
    for (const candidate of [1, 2, 3]) {
      const { exit, out } = await run("gate", ...pair(0, candidate), "--markdown");
      expect(out).toMatch(/^### Aftermath: /);
      expect(out.includes("| Difference |")).toBe(exit !== 2);
      refused.push(exit === 2);
    }
    expect(refused).toContain(true);
  });

  it("is an error for an arm that is not there, on both ways", async () => {
    const named = ["gate", "--baseline", "no/arm", "--candidate", arms[0] ?? ""];
    const sentence = /There is no arm "no\/arm" in this project\./;
    await expect(run(...named)).rejects.toThrow(sentence);
    await expect(run(...named, "--server", SERVER)).rejects.toThrow(sentence);
  });
});

describe("export", () => {
  it("gives the same bytes from here and from a server, whole in the file or none", async () => {
    const file = join(folder, "campaign.jsonl");
    expect((await run("export", "--campaign", slug, "-o", file)).exit).toBe(0);
    const remote = await run("export", "--campaign", slug, "--server", SERVER);
    expect(remote.out).toBe(await readFile(file, "utf8"));
    expect(remote.out.startsWith('{"type":"campaign"')).toBe(true);
    expect(await readdir(folder)).toEqual(["campaign.jsonl"]);
  });

  it("leaves no file behind when the campaign is not there", async () => {
    const file = join(folder, "nothing.csv");
    await expect(run("export", "--campaign", "nope", "-o", file)).rejects.toThrow(
      `There is no campaign "nope" in "${EXAMPLE_PROJECT.slug}".`,
    );
    expect(await readdir(folder)).toEqual(["campaign.jsonl"]);
  });

  it("A4: writes the proof beside it, by which the file is verified where no server is", async () => {
    const [file, proof] = [join(folder, "proven.jsonl"), join(folder, "proven.jsonl.proof")];
    await publishCheckpoint(database.sql, { signer, keptAt: null });
    const asked = ["export", "--campaign", slug, "--proof", "-o", file];
    expect((await run(...asked)).exit).toBe(0);
    const local = await readFile(proof, "utf8");
    expect((await run(...asked, "--server", SERVER)).exit).toBe(0);
    expect(await readFile(proof, "utf8")).toBe(local);
    const verify = ["verify", "--export", file, "--public-key", verifierKey(signer)];
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:9/nothing");
    const good = await run(...verify);
    expect([good.exit, good.out]).toEqual([0, expect.stringMatching(/^PROVEN: /m)]);
    await writeFile(file, (await readFile(file, "utf8")).replace('"replica":1', '"replica":7'));
    const changed = await run(...verify, "--json");
    vi.stubEnv("DATABASE_URL", database.url);
    expect([changed.exit, JSON.parse(changed.out)]).toEqual([
      1,
      expect.objectContaining({ proven: false, faults: [] }),
    ]);
    await rm(file);
    await rm(proof);
  });

  it("proves no part of a campaign as one file", async () => {
    const part = run("export", "--filter", "class=abort", "--proof", "-o", join(folder, "x"));
    await expect(part).rejects.toThrow("A part of it is proven episode by episode");
    await expect(run("export", "--campaign", slug, "--proof")).rejects.toThrow("give -o");
    expect(await readdir(folder)).toEqual(["campaign.jsonl"]);
  });

  it("narrows the episodes by the words of the page", async () => {
    const aborted = await run("export", "--filter", "class=abort", "--format", "csv");
    const all = await run("export", "--format", "csv");
    expect(lines(all.out)).toBeGreaterThan(lines(aborted.out));
    const remote = ["export", "--filter", "class=abort", "--format", "csv", "--server", SERVER];
    expect((await run(...remote)).out).toBe(aborted.out);
  });
});

it("verify holds the audit log to its chain, and names the entry that was altered", async () => {
  expect((await run("verify")).out).toMatch(/^audit log: \d+ entries, the last \d+ [0-9a-f]{64}$/m);
  const alter = (by: string) =>
    database.owner`update audit_entries set actor_name = actor_name || ${by} where id = 2`;
  await alter("!");
  const altered = await run("verify");
  expect([altered.exit, altered.out]).toEqual([
    1,
    expect.stringContaining("  entry 2: It was changed after it was written. [audit]"),
  ]);
  await database.owner`update audit_entries set actor_name = rtrim(actor_name, '!') where id = 2`;
  expect((await run("verify")).exit).toBe(0);
});

it("verify proves what was sealed, and fails when a record was changed behind it", async () => {
  expect((await run("verify")).exit).toBe(0);
  await database.owner`
    update episode_records set raw = set_byte(raw, 1, get_byte(raw, 1) # 1)
    where (campaign_id, seq) in (
      select campaign_id, seq from episode_records order by campaign_id, seq limit 1)`;
  const changed = await run("verify");
  expect([changed.exit, changed.out]).toEqual([1, expect.stringMatching(/episode 1\b/i)]);
  // It is in the oldest campaign; of another, alone, nothing changed.
  const other = await run("verify", "--campaign", slug);
  expect([other.exit, other.out]).toEqual([0, expect.stringContaining(" 1 campaign, ")]);
  await expect(run("verify", "--campaign", "never-was")).rejects.toMatchObject({
    code: "not_found",
  });
});

function lines(text: string): number {
  return text.split("\n").length;
}
