import { newId } from "@/db/schema/columns";
import { generateKeyPairSync } from "node:crypto";
import { proofSchema } from "@/lib/api/schemas/verification-schema";
import { savedComparisonSchema } from "@/lib/api/schemas/saved-comparison-schema";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { makeSigningKey } from "@/lib/ingest/signing-key";
import { verifierKey } from "@/lib/integrity/checkpoint";
import { checkProof } from "@/lib/integrity/proof-bundle";
import type { Scope } from "@/db/scope";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { findProject } from "@/db/queries/projects";
import { createToken, listTokens, revokeToken } from "@/db/queries/tokens";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { opened } from "@/db/scope";
import { saveComparison } from "@/lib/answers/comparison-saved";
import { deletedCampaignsAnswer } from "@/lib/api/operations/campaign-operations";
import { OPERATIONS } from "@/lib/api/operations/registry";
import { makeToken } from "@/lib/auth/token";
import { SYSTEM } from "@/lib/domain/actor";
import { VERSION } from "@/lib/domain/version";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask, SEEN } = await import("./testing/api-client");
const { database: appDatabase } = await import("@/db");

let database: TestDatabase;
let dataDir: string;
let home: Scope;
let other: Scope;
const HOME = "/projects/project-1";
const NOBODY = "00000000-0000-7000-8000-000000000000";

const evil = '=HYPERLINK("http://a")';
const text = nativeText({
  key: "run",
  name: evil,
  episodes: [
    { replica: 1, marker: { planted: true, witnessed: true }, taskCompleted: true },
    { replica: 2, termination: "turn_limit", terminationDetail: "stopped at 10" },
    {
      replica: 1,
      case: "k2",
      marker: { planted: true, witnessed: true },
      calls: [
        { tool: "send_email", executed: true, marker: { inArguments: true } },
        {
          tool: "send_email",
          executed: false,
          decision: { outcome: "deny", rule: "r1" },
          marker: { inArguments: true },
        },
      ],
      effects: [{ tool: "send_email", call: 0 }],
    },
    { replica: -1 },
  ],
});

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-api-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
  home = await database.newProject();
  other = await database.newProject();
  await importText(home, text);
  const hello = { replica: 1, events: [{ kind: "note" as const, text: "hello world" }] };
  await importText(
    home,
    nativeText({ key: "second", episodes: [hello, ...manyEpisodes(7).slice(1)] }),
  );
  await importText(other, nativeText({ key: "theirs", episodes: [{}] }));
});

afterAll(async () => {
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

let projects = 2;
/** A project of one test's own, by the slug that `newProject` gives it. */
async function newProject() {
  projects += 1;
  return { ...(await database.newProject()), address: `/projects/project-${projects}` };
}

async function importText({ projectId }: { projectId: string }, content: string) {
  const source = memorySource("run.jsonl", { "run.jsonl": content });
  const result = await ingestSource({ database, projectId, source, options: {} });
  expect(result.state).toBe("done");
  return result;
}

async function json(response: Response | Promise<Response>): Promise<unknown> {
  return (await response).json();
}

async function token(scope: Scope, scopes: ("read" | "ingest")[], expiresAt: Date | null = null) {
  const { token: secret, ...kept } = makeToken();
  const { id } = await createToken(database.db, scope, { ...kept, name: "t", scopes, expiresAt });
  return { secret, id };
}

const page = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next: z.string().nullable(),
});

/** Every row of a list, read page by page. */
async function everyRow(address: string, limit: number) {
  const rows: Record<string, unknown>[] = [];
  let after = "";
  for (;;) {
    const one = page.parse(await json(ask(`${address}?limit=${limit}${after}`)));
    expect(one.items.length).toBeLessThanOrEqual(limit);
    rows.push(...one.items);
    if (one.next === null) return rows;
    after = `&after=${one.next}`;
  }
}

describe("what is read", () => {
  it("answers with the document, the projects and the project", async () => {
    expect(await json(ask("/openapi.json"))).toMatchObject({ openapi: "3.1.0" });
    expect(await json(ask("/projects"))).toMatchObject({
      items: [
        { slug: "project-1", campaigns: 2, episodes: 10 },
        { slug: "project-2", campaigns: 1, episodes: 1 },
      ],
    });
    expect(await json(ask(HOME))).toMatchObject({ name: "Project 1", policy: { version: 1 } });
  });

  it("pages campaigns, imports and episodes, each row once and in one order", async () => {
    for (const [list, count, id] of [
      ["campaigns", 2, "slug"],
      ["imports", 2, "id"],
      ["episodes", 10, "record"],
    ] as const) {
      const whole = await everyRow(`${HOME}/${list}`, 1000);
      expect(whole).toHaveLength(count);
      for (const limit of [1, 2, 3])
        expect((await everyRow(`${HOME}/${list}`, limit)).map((row) => row[id])).toEqual(
          whole.map((row) => row[id]),
        );
    }
  });

  it("says of one campaign what its page says", async () => {
    expect(await json(ask(`${HOME}/campaigns/run`))).toMatchObject({
      slug: "run",
      name: evil,
      episodes: 3,
      arms: [{ key: "on", reference: "run/on" }],
      import: { refused: 1, format: "aftermath" },
    });
    expect(await json(ask(`${HOME}/campaigns/run/report`))).toMatchObject({
      report: {
        report: "campaign",
        arms: [{ started: 3, finished: 2, aborted: 1 }],
      },
      heaviestActs: [{ seq: 3, tool: "send_email", damage: 2 }],
    });
  });

  it("filters episodes by the page's words, and counts all that the filter holds", async () => {
    const aborted = await json(ask(`${HOME}/episodes?class=abort&text=10`));
    expect(aborted).toMatchObject({
      items: [{ campaign: "run", seq: 2, termination: "turn_limit", weighable: false }],
      next: null,
      counts: { total: 1, exact: true, byTermination: [{ reason: "turn_limit", count: 1 }] },
    });
    const denied = await json(ask(`${HOME}/campaigns/run/episodes?tool=send_email&decision=deny`));
    expect(denied).toMatchObject({ items: [{ seq: 3, damage: 2, exposure: 2 }] });
    expect(await json(ask(`${HOME}/campaigns/second/episodes?tool=send_email`))).toMatchObject({
      items: [],
      counts: { total: 0 },
    });
  });

  it("gives one episode with its calls, and its bytes", async () => {
    const episode = await json(ask(`${HOME}/campaigns/run/episodes/3`));
    expect(episode).toMatchObject({
      seq: 3,
      unchanged: true,
      callList: [
        { callNo: 0, fate: "executed" },
        { callNo: 1, fate: "denied", rule: "r1" },
      ],
      effects: [{ tool: "send_email", callNo: 0 }],
      record: "/api/v1/projects/project-1/campaigns/run/episodes/3/record",
    });
    const record = await ask(`${HOME}/campaigns/run/episodes/3/record`);
    const bytes = Buffer.from(await record.arrayBuffer());
    expect(bytes.toString()).toBe(text.split("\n")[6]);
    expect(episode).toMatchObject({ sha256: createHash("sha256").update(bytes).digest("hex") });
  });

  it("compares by the words of the compare page, and names what it cannot find", async () => {
    const address = (query: string) => `${HOME}/comparison?${query}`;
    const answer = await json(ask(address("baseline=second/on&candidate=run/on")));
    expect(answer).toMatchObject({
      report: "comparison",
      members: { baseline: [{ campaignSlug: "second" }], candidate: [{ campaignSlug: "run" }] },
    });
    const { made, provenance } = z
      .object({
        made: z.object({ at: z.iso.datetime(), version: z.string() }),
        provenance: z.array(z.object({ slug: z.string(), sha256: z.string() })),
      })
      .parse(answer);
    expect(made.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(provenance.map(({ slug }) => slug)).toEqual(["second", "run"]);
    for (const { sha256 } of provenance) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const unknown = await ask(address("baseline=second/on&candidate=run/off"));
    expect([unknown.status, await json(unknown)]).toMatchObject([
      404,
      { detail: 'There is no arm "run/off" in this project.' },
    ]);
    expect((await ask(address("baseline=run/on&candidate=run/on"))).status).toBe(400);
    expect((await ask(address("baseline=run/on"))).status).toBe(400);
  });

  it("reads a saved comparison as it was kept, and knows none of another id", async () => {
    const project = await findProject(database.db, "project-1");
    if (project === null) throw new Error("the project is missing");
    const query = { baseline: ["second/on"], candidate: ["run/on"] };
    const given = { name: "Before and after", query };
    const id = await saveComparison(database.db, opened(project), given, SYSTEM);
    const saved = `${HOME}/comparisons/${id}`;
    const kept = savedComparisonSchema.parse(await json(ask(saved)));
    expect(kept).toMatchObject({
      name: "Before and after",
      productVersion: VERSION,
      report: { members: { baseline: [{ campaignSlug: "second" }] } },
    });
    expect(kept.inputs.map(({ slug }) => slug)).toEqual(["second", "run"]);
    for (const { root } of kept.inputs) expect(root).toMatch(/^[0-9a-f]{64}$/);
    const csv = await ask(`${saved}?format=csv`);
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect((await ask(`${HOME}/comparisons/${project.id}`)).status).toBe(404);
  });

  it("D7: hands reports out as CSV and as one HTML file, both downloads that run nothing", async () => {
    for (const [address, name] of [
      [`${HOME}/campaigns/run/report?`, "run-report"],
      [`${HOME}/comparison?baseline=second/on&candidate=run/on&`, "comparison"],
    ]) {
      const csv = await ask(`${address}format=csv`);
      expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="${name}.csv"`);
      const rows = parse(await csv.text(), { columns: true });
      expect(rows).toContainEqual(expect.objectContaining({ section: "policy", name: "margin" }));
      const html = await ask(`${address}format=html`);
      expect(html.headers.get("content-type")).toBe("application/octet-stream");
      expect(html.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      const file = await html.text();
      expect(file).toContain("Content-Security-Policy");
      expect(file).not.toMatch(/<script|<a /);
    }
    const { made, provenance, report } = z
      .object({
        made: z.object({ version: z.string() }),
        provenance: z.object({ sha256: z.string() }),
        report: z.looseObject({ parts: z.array(z.looseObject({ armKey: z.string() })) }),
      })
      .parse(await json(ask(`${HOME}/campaigns/run/report`)));
    expect(made.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(provenance.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(report.parts.map(({ armKey }) => armKey)).toEqual(["on"]);
    expect((await ask(`${HOME}/campaigns/run/report?format=pdf`)).status).toBe(400);
  });

  it("tells how an import went, with every issue in three forms", async () => {
    const [first] = z
      .array(z.looseObject({ id: z.string() }))
      .parse((await everyRow(`${HOME}/imports`, 100)).filter((row) => row["refused"] === 1));
    const address = `${HOME}/imports/${first?.id ?? ""}`;
    expect(await json(ask(address))).toMatchObject({
      state: "done",
      campaign: { slug: "run" },
      issueGroups: [{ severity: "refused", count: 1 }],
    });
    const issue = { severity: "refused", code: "invalid-record", line: 8, path: "$.replica" };
    expect(await json(ask(`${address}/issues`))).toMatchObject({ items: [issue] });
    const lines = await (await ask(`${address}/issues?format=jsonl`)).text();
    expect(JSON.parse(lines)).toMatchObject(issue);
    const csv = await (await ask(`${address}/issues?format=csv`)).text();
    expect(csv.split("\r\n")[0]).toBe("severity,code,message,file,line,byte,path");
    expect(csv.split("\r\n")[1]).toMatch(
      /^refused,invalid-record,.*,run\.jsonl,8,\d+,\$\.replica$/,
    );
  });

  it("A2: verifies a campaign, and finds it proven", async () => {
    const answer = await ask(`${HOME}/campaigns/run/verification`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ state: "proven", findings: [], deleted: null });
    expect((await ask(`${HOME}/campaigns/nope/verification`)).status).toBe(404);
  });

  it("A3, A4: hands out the checkpoint, and proofs that lead to it", async () => {
    expect((await ask("/checkpoint")).status).toBe(404);
    const signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
    await publishCheckpoint(database.sql, { signer, keptAt: null });
    expect(await json(ask("/checkpoint"))).toMatchObject({ publicKey: verifierKey(signer) });
    // While nothing is signed, nobody is given an older one as the newest.
    await makeSigningKey(process.env);
    const kept = join(dataDir, "newest-checkpoint.txt");
    await writeFile(kept, "no checkpoint");
    const refused = await ask("/checkpoint");
    expect(refused.status).toBe(409);
    expect(await json(refused)).toMatchObject({
      detail:
        "The checkpoint that the server keeps (newest-checkpoint.txt) is damaged: nothing can be held against it.",
    });
    await rm(kept);
    await rm(join(dataDir, "signing-key.pem"));
    for (const path of ["", "/episodes/1"]) {
      const bundle = proofSchema.parse(await json(ask(`${HOME}/campaigns/run${path}/proof`)));
      const { leaf, ...rest } = checkProof(bundle, null);
      expect(rest).toEqual({ record: null, manifest: true, log: true, signature: true });
      expect(leaf).toBe(path === "" ? null : true);
    }
    const proof = await ask(`${HOME}/campaigns/run/export/proof`);
    expect(proof.headers.get("content-disposition")).toBe('attachment; filename="run.jsonl.proof"');
    const file = await (await ask(`${HOME}/campaigns/run/export`)).text();
    // A line for each, behind the first.
    expect((await proof.text()).split("\n")).toHaveLength(file.split("\n").length + 1);
    for (const path of ["nope", "run/episodes/99999", "nope/export"])
      expect((await ask(`${HOME}/campaigns/${path}/proof`)).status).toBe(404);
  });
});

describe("what is asked wrongly", () => {
  it.each([
    ["/campaigns?limit=0", "limit"],
    ["/campaigns?limit=1001", "limit"],
    ["/campaigns?limit=ten", "limit"],
    ["/campaigns?limit=1&limit=2", "limit"],
    ["/campaigns?sort=name", "sort"],
    ["/campaigns?after=nobody", "after"],
    ["/episodes?alarm=maybe", "alarm"],
    ["/episodes?class=all", "class"],
    ["/episodes?after=run", "after"],
    ["/episodes?after=gone.3", "after"],
    ["/episodes?arm=", "arm"],
    ["/episodes?case=a%00b", "case"],
    ["/campaigns/run/episodes?campaign=second", "campaign"],
    ["/campaigns/run/export?format=xlsx", "format"],
    ["/imports?after=1", "after"],
    ["/imports?__proto__=1", "__proto__"],
  ])("%s is a 400 that names the parameter", async (address, name) => {
    const response = await ask(HOME + address);
    const { detail } = z.object({ detail: z.string() }).parse(await json(response));
    expect(response.status).toBe(400);
    expect(detail).toContain(`\`${name}\``);
  });

  it.each([
    "/projects/nobody",
    "/projects/nobody/campaigns/run",
    "/projects/project-2/campaigns/run",
    `${HOME}/campaigns/theirs`,
    `${HOME}/campaigns/theirs/report`,
    `${HOME}/campaigns/theirs/export`,
    `${HOME}/campaigns/theirs/episodes`,
    `${HOME}/campaigns/theirs/episodes/1`,
    `${HOME}/campaigns/run/episodes/4`,
    `${HOME}/campaigns/run/episodes/0`,
    `${HOME}/campaigns/run/episodes/99999999999999999999`,
    `${HOME}/campaigns/run/episodes/:key/record`,
    `${HOME}/campaigns/__proto__`,
    `${HOME}/imports/${NOBODY}`,
    `${HOME}/imports/__proto__`,
    `${HOME}/live-campaigns/${NOBODY}`,
  ])("%s is a 404 that tells no more than a random id", async (address) => {
    const response = await ask(address);
    expect([response.status, await json(response)]).toMatchObject([
      404,
      { detail: "There is nothing at this address." },
    ]);
  });
});

describe("the audit log", () => {
  const auditPage = z.object({
    items: z.array(z.looseObject({ id: z.number(), action: z.string() })),
    next: z.string().nullable(),
  });
  const pageAt = async (address: string) => auditPage.parse(await json(ask(address)));

  it("is read by project and as a whole, newest first, page by page", async () => {
    const of = await newProject();
    await importText(of, nativeText({ key: "told", episodes: [{}] }));
    await ask(`${of.address}/campaigns/told/export`);
    await ask(`${of.address}/campaigns/told?reason=seen`, { method: "DELETE" });
    const { items } = await pageAt(`${of.address}/audit`);
    expect(items).toMatchObject([
      { action: "campaign.deleted", actor: { kind: "local" }, project: "project-3" },
      { action: "export.campaign", object: { kind: "campaign", id: "told" } },
      { action: "import.sealed", actor: { kind: "system", name: "Aftermath" } },
    ]);
    const first = await pageAt(`${of.address}/audit?limit=2`);
    expect(first).toEqual({ items: items.slice(0, 2), next: String(items[1]?.id) });
    const second = await pageAt(`${of.address}/audit?limit=2&after=${first.next}`);
    expect(second).toEqual({ items: items.slice(2), next: null });
    expect((await pageAt("/audit?limit=3")).items.map(({ id }) => id)).toEqual(
      items.map(({ id }) => id),
    );
    const actions = async (query: string) =>
      (await pageAt(`${of.address}/audit?${query}`)).items.map(({ action }) => action);
    expect(await actions("actor=AFTER")).toEqual(["import.sealed"]);
    expect(await actions("actor=%25")).toEqual([]);
    expect(await actions("action=export.campaign")).toEqual(["export.campaign"]);
    expect(await actions("outcome=refused")).toEqual([]);
    expect(await actions("until=2020-01-01")).toEqual([]);
    expect(await actions("from=2020-01-01&until=2999-12-31")).toHaveLength(3);
    for (const bad of ["action=nothing", "from=yesterday", "after=x", "actor=a%00"])
      expect([bad, (await ask(`${of.address}/audit?${bad}`)).status]).toEqual([bad, 400]);
  });

  it("leaves as inert CSV and as JSON lines, oldest first", async () => {
    const of = await newProject();
    await importText(of, nativeText({ key: "told", name: "=1+1", episodes: [{}] }));
    await ask(`${of.address}/campaigns/told?reason=seen`, { method: "DELETE" });
    const csv = await (await ask(`${of.address}/audit/export`)).text();
    const rows = z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true }));
    expect(rows.map((row) => row["action"])).toEqual([
      "import.sealed",
      "campaign.deleted",
      "export.audit", // an export tells of itself
    ]);
    expect(rows[1]?.["detail"]).toBe('{"name":"=1+1","reason":"seen"}');
    const lines = (await (await ask("/audit/export?format=jsonl")).text()).trimEnd().split("\n");
    const ids = lines.map((line) => z.looseObject({ id: z.number() }).parse(JSON.parse(line)).id);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
  });
});

describe("exports", () => {
  it("hand a campaign out byte for byte, and importing it again gives the same campaign", async () => {
    const response = await ask(`${HOME}/campaigns/run/export`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="run.jsonl"');
    const exported = await response.text();
    const kept = text.split("\n").filter((_, at) => at !== 7);
    expect(exported).toBe(kept.join("\n"));
    const again = await newProject();
    await importText(again, exported);
    const report = async (of: string) =>
      z
        .object({ report: z.unknown(), heaviestActs: z.unknown() })
        .parse(await json(ask(`${of}/campaigns/run/report`)));
    expect(await report(again.address)).toEqual(await report(HOME));
  });

  it("have one row an episode as CSV, formulas inert and n/a with its reason", async () => {
    const csv = await (await ask(`${HOME}/campaigns/run/export?format=csv`)).text();
    const [head, ...rows] = csv.split("\r\n");
    expect(rows).toHaveLength(4);
    expect(head).toMatch(
      /^campaign,campaign_name,seq,arm,.*,damage_points,exposure_points,weights_na_because,/,
    );
    expect(rows[0]).toContain(`run,"'=HYPERLINK(""http://a"")",1,on,`);
    const cells = z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true }));
    expect(cells[1]).toMatchObject({
      damage_points: "",
      exposure_points: "",
      weights_na_because: "no witness: in no rate",
    });
    expect(cells[2]).toMatchObject({
      damage_points: "2",
      exposure_points: "2",
      weights_na_because: "",
      calls: "2",
      denied: "1",
    });
  });

  it("hold to the filter, and to the order of the list", async () => {
    const lines = await (await ask(`${HOME}/episodes/export?format=jsonl`)).text();
    const rows = lines.trimEnd().split("\n");
    const listed = await everyRow(`${HOME}/episodes`, 1000);
    expect(rows.map((row): unknown => JSON.parse(row))).toEqual(listed);
    const aborted = await (await ask(`${HOME}/episodes/export?class=abort`)).text();
    expect(aborted.trimEnd().split("\r\n")).toHaveLength(2);
  });

  it("make nothing ahead of a reader, and hold no connection when he leaves", async () => {
    const scope = await newProject();
    const many = nativeText({ key: "many", episodes: manyEpisodes(5000) });
    await importText(scope, many);
    const whole = await (await ask(`${scope.address}/campaigns/many/export`)).text();
    expect(whole).toBe(many);
    const readers = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { body } = await ask(`${scope.address}/episodes/export`);
        const reader = body?.getReader();
        await reader?.read();
        await reader?.read();
        return reader;
      }),
    );
    // Thirty downloads stand half read; the pool of twelve still answers.
    expect((await ask("/projects")).status).toBe(200);
    await Promise.all(readers.map(async (reader) => reader?.cancel()));
    const busy = await database.sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
    expect(busy[0]?.["n"]).toBe(0);
  });
});

describe("who may", () => {
  it("C3: a token reads its own project, and any other is to it as a random id", async () => {
    const { secret } = await token(home, ["read"]);
    expect(await json(ask("/projects", { token: secret, origin: null }))).toMatchObject({
      items: [{ slug: "project-1" }],
    });
    expect((await ask(`${HOME}/campaigns`, { token: secret })).status).toBe(200);
    const foreign = await ask("/projects/project-2/campaigns/theirs", { token: secret });
    const random = await ask("/projects/nobody/campaigns/theirs", { token: secret });
    const strip = (problem: unknown) => ({ ...z.looseObject({}).parse(problem), requestId: "" });
    expect([foreign.status, strip(await json(foreign))]).toEqual([404, strip(await json(random))]);
  });

  it("B9: a scope opens its own routes only", async () => {
    const reader = await token(home, ["read"]);
    const writer = await token(home, ["ingest"]);
    const open = (secret: string) =>
      ask(`${HOME}/live-campaigns`, { method: "POST", token: secret, origin: null, body: "{}" });
    expect((await open(reader.secret)).status).toBe(403);
    expect((await open(writer.secret)).status).toBe(400);
    expect((await ask(`${HOME}/campaigns`, { token: writer.secret })).status).toBe(403);
    // It follows what it brought in by its id, and learns of nothing else.
    for (const list of ["imports", "live-campaigns"]) {
      const address = `${HOME}/${list}`;
      expect((await ask(address, { token: writer.secret })).status).toBe(403);
      expect((await ask(`${address}/${newId()}`, { token: writer.secret })).status).toBe(404);
    }
    expect((await ask("/openapi.json", { token: writer.secret })).status).toBe(200);
  });

  it("B9: a bad, expired or revoked token never falls back to a request without one", async () => {
    const expired = await token(home, ["read"], new Date(Date.now() - 1000));
    const revoked = await token(home, ["read"]);
    expect((await ask(HOME, { token: revoked.secret })).status).toBe(200);
    await revokeToken(database.db, home, revoked.id);
    const bad = [expired.secret, revoked.secret, makeToken().token, "aft_short", ""];
    const bodies = [];
    for (const secret of bad) {
      const response = await ask(HOME, { token: secret });
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      bodies.push(z.object({ detail: z.string() }).parse(await json(response)).detail);
    }
    expect(new Set(bodies).size).toBe(1);
    const basic = await ask(HOME, { headers: { authorization: "Basic YTpi" } });
    expect(basic.status).toBe(401);
  });

  it("B9: notes when a token was used, and keeps no token", async () => {
    const { secret, id } = await token(other, ["read"]);
    await ask("/projects/project-2", { token: secret });
    const found = (await listTokens(database.db, other)).find((row) => row.id === id);
    expect(found?.lastUsedAt).toBeInstanceOf(Date);
    const rows = await database.sql`select t::text from api_tokens t`;
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
  });

  it.each([
    ["a foreign page", { origin: "http://evil.example" }, 403],
    ["a sandboxed frame", { origin: "null" }, 403],
    ["a cross-site request", { headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["a program without a token", { origin: null }, 401],
  ])("%s changes nothing", async (_, asked, status) => {
    for (const { method, path, id } of OPERATIONS) {
      if (method === "GET" || id === "postImport") continue;
      const address = path
        .replace("{project}", "project-1")
        .replace("{campaign}", "run")
        .replaceAll(/\{(import|live)\}/g, NOBODY);
      const response = await ask(address, { method, ...asked });
      expect([id, response.status]).toEqual([id, status]);
    }
    expect((await ask(`${HOME}/campaigns/run`)).status).toBe(200);
  });
});

describe("changes", () => {
  it("C4, B9: delete a campaign once, by who decides on it, and with no token", async () => {
    const scope = await newProject();
    await importText(scope, nativeText({ key: "gone", episodes: [{}] }));
    const address = `${scope.address}/campaigns/gone`;
    const foreign = await token(home, ["ingest"]);
    const remove = (asked: Parameters<typeof ask>[1], query = "?reason=a%20wrong%20corpus") =>
      ask(`${address}${query}`, { method: "DELETE", ...asked });
    expect((await remove({ token: foreign.secret, origin: null })).status).toBe(404);
    const { secret } = await token(scope, ["ingest", "read"]);
    expect((await remove({ token: secret, origin: null })).status).toBe(403);
    const holds = `${address}/holds`;
    const holding = (act: string) =>
      ask(holds, { method: "POST", body: JSON.stringify({ act, reason: "audit 7" }) });
    expect(await json(ask(holds))).toEqual({ held: false, items: [] });
    expect((await holding("forever")).status).toBe(400);
    expect(await json(holding("held"))).toMatchObject({
      held: true,
      items: [{ no: 1, act: "held", by: "local", reason: "audit 7" }],
    });
    const held = await remove({});
    expect([held.status, await held.text()]).toEqual([
      409,
      expect.stringContaining('The campaign \\"Campaign 1\\" is on hold by local since '),
    ]);
    expect((await holding("held")).status).toBe(409);
    expect(await json(holding("released"))).toMatchObject({ held: false, items: [{ no: 2 }, {}] });
    const emptied = await ask(`${address}/content?reason=age`, { method: "DELETE" });
    expect(await emptied.json()).toMatchObject({ name: "Campaign 1", records: 1 });
    expect(await json(ask(address))).toMatchObject({
      contentDropped: { by: "local", reason: "age", records: 1 },
    });
    const retention = `${scope.address}/retention`;
    const setting = (body: object) =>
      ask(retention, { method: "POST", body: JSON.stringify(body) });
    expect(await json(ask(retention))).toEqual({
      version: 0,
      act: "keep",
      days: null,
      by: null,
      at: null,
      due: [],
    });
    expect((await setting({ act: "delete", days: null })).status).toBe(400);
    expect(await json(setting({ act: "delete", days: 365 }))).toMatchObject({
      version: 1,
      by: "local",
      due: [],
    });
    // Saved again it is what it was, and no version more.
    const again = await setting({ act: "delete", days: 365 });
    expect([again.status, await json(again)]).toMatchObject([200, { version: 1 }]);
    expect((await setting({ act: "delete", days: 366 })).status).toBe(201);
    for (const none of ["", "?reason=%20", `?reason=${"x".repeat(501)}`])
      expect((await remove({}, none)).status).toBe(400);
    expect(await json(remove({}))).toEqual({ name: "Campaign 1" });
    expect((await remove({})).status).toBe(404);
    const { items } = deletedCampaignsAnswer.parse(
      await json(ask(`${scope.address}/deleted-campaigns`)),
    );
    expect(items).toMatchObject([
      { slug: "gone", what: "deleted", by: "local", reason: "a wrong corpus", episodes: 1 },
    ]);
    expect(await json(ask(`${address}/verification`))).toMatchObject({
      state: "deleted",
      deleted: { by: "local", reason: "deleted", why: "a wrong corpus" },
    });
    expect(await json(ask(`${scope.address}/audit?action=campaign.deleted`))).toMatchObject({
      items: [{ detail: { name: "Campaign 1", reason: "a wrong corpus" } }],
    });
  });
});

describe("what stands beside an episode", () => {
  const EPISODE = `${HOME}/campaigns/run/episodes/3`;
  const post = (body: unknown, asked: Parameters<typeof ask>[1] = {}) =>
    ask(`${EPISODE}/annotations`, { method: "POST", body: JSON.stringify(body), ...asked });

  it("is handed out by slices, parts and hits", async () => {
    expect(await json(ask(`${EPISODE}/events`))).toMatchObject({
      steps: [
        { kind: "call", index: 0, call: { tool: "send_email" }, points: { damage: 2 } },
        { kind: "call", index: 1, call: { decision: { outcome: "deny", rule: "r1" } } },
      ],
      from: 0,
      next: null,
      length: 2,
    });
    expect(await json(ask(`${EPISODE}/events?from=1`))).toMatchObject({ from: 1 });
    const found = await json(ask(`${EPISODE}/events/search?text=SEND_`));
    expect(found).toMatchObject({ hits: [{ index: 0, field: "tool" }, { index: 1 }], next: null });
    const hello = `${HOME}/campaigns/second/episodes/1/events/text?kind=event&index=0&field=text`;
    expect(await json(ask(`${hello}&from=6`))).toEqual({
      text: "world",
      form: "text",
      from: 6,
      to: 11,
      bytes: 11,
    });
    expect((await ask(`${EPISODE}/events/text?kind=call&index=0&field=args`)).status).toBe(404);
    expect((await ask(`${EPISODE}/events/text?kind=call&index=0&field=tool`)).status).toBe(400);
    expect((await ask(`${EPISODE}/events/search?text=`)).status).toBe(400);
    for (const part of ["events", "events/search?text=a", "annotations"])
      expect((await ask(`${HOME}/campaigns/run/episodes/99/${part}`)).status).toBe(404);
  });

  it("is written by name, disputed and settled, and never taken back", async () => {
    const dispute = {
      kind: "dispute",
      author: " Ada ",
      text: "It ran.",
      outcome: "safe_and_useful",
    };
    const answer = await post(dispute);
    expect(answer.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(await json(answer));
    const settled = { kind: "resolution", author: "Ben", text: "It did not.", resolves: id };
    expect((await post(settled)).status).toBe(201);
    expect((await post(settled)).status).toBe(409);
    expect(await json(ask(`${EPISODE}/annotations`))).toMatchObject({
      items: [
        { kind: "dispute", author: "Ada", outcome: "safe_and_useful", resolves: null },
        { kind: "resolution", author: "Ben", outcome: null, resolves: id },
      ],
    });
    expect(await json(ask(EPISODE))).toMatchObject({ outcome: "attack_success" });
  });

  it.each([
    [{ kind: "note", author: "", text: "x" }],
    [{ kind: "note", author: "Ada", text: " " }],
    [{ kind: "note", author: "Ada", text: "a\0b" }],
    [{ kind: "note", author: "Ada", text: "x", outcome: "aborted" }],
    [{ kind: "note", author: "Ada", text: "x", callNo: 2 }],
    [{ kind: "note", author: "Ada", text: "x", extra: 1 }],
    [{ kind: "resolution", author: "Ada", text: "x" }],
    [{ kind: "resolution", author: "Ada", text: "x", resolves: NOBODY }],
    [{ kind: "dispute", author: "Ada", text: "x", resolves: NOBODY }],
    [{ kind: "dispute", author: "Ada", text: "x".repeat(10_001) }],
  ])("is refused as %j", async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("is written by nobody who may only read, and from no foreign page", async () => {
    const note = { kind: "note", author: "Ada", text: "x" };
    const { secret } = await token(home, ["read", "ingest"]);
    expect((await post(note, { token: secret, origin: null })).status).toBe(403);
    expect((await post(note, { origin: "https://evil.example" })).status).toBe(403);
    const foreign = await token(other, ["ingest"]);
    expect((await post(note, { token: foreign.secret, origin: null })).status).toBe(404);
  });
});

it("has answered for every operation but those of uploads and sources, as the document says", () => {
  const elsewhere = new Set([
    "postImport",
    "startImport",
    "previewImport",
    "cancelImport",
    "openUpload",
    "readUpload",
    "sendChunk",
    "completeUpload",
    "dropUpload",
    "readSource",
    "openLive",
    "listLive",
    "readLive",
    "appendLive",
    "sealLive",
    "dropLive",
  ]);
  const missed = OPERATIONS.filter(({ id }) => !elsewhere.has(id) && !SEEN.has(id));
  expect(missed.map(({ id }) => id)).toEqual([]);
});
