import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { addAnnotation } from "@/db/queries/annotations";
import { findCampaign } from "@/db/queries/campaigns";
import { storedImport } from "@/db/queries/import-pages";
import { saveView } from "@/db/queries/saved-views";
import { createToken } from "@/db/queries/tokens";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { OPERATIONS } from "@/lib/api/operations/registry";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { makeToken } from "@/lib/auth/token";
import { SYSTEM } from "@/lib/domain/actor";
import type { AuditAction } from "@/lib/domain/audit-action";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { queueImport } from "@/lib/ingest/import-jobs";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { appendLive } from "@/lib/ingest/live/append-live";
import { openLive } from "@/lib/ingest/live/open-live";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { spooledUpload } from "@/lib/ingest/testing/spooled-upload";
import { figure } from "@/lib/testing/security-figure";
import {
  changedTables,
  everything,
  formOf,
  idle,
  lastEntry,
  secretsIn,
  throughTo,
} from "./testing/changes";
import { isOfAccounts, serverActions } from "./testing/server-actions";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost:3000", origin: "http://localhost:3000" }),
}));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("next/navigation", () => import("./testing/navigation"));

/** With `shut` the log takes nothing: what cannot be told of must not have happened. */
const log = vi.hoisted(() => ({ shut: false }));
vi.mock("@/lib/audit/audit", async (original) => {
  const real = await original<typeof import("@/lib/audit/audit")>();
  const audit: typeof real.audit = async (...given) => {
    if (log.shut) throw new Error("the log takes nothing");
    return real.audit(...given);
  };
  return { audit };
});

/** How a form fails then, and how the API answers. */
const UNTOLD = /^the log takes nothing$|"Something went wrong on the server; its log says more\."/;

const { ask } = await import("./api/v1/testing/api-client");
const { database: appDatabase } = await import("@/db");

/** What nobody may find in the log, wherever it was handed in. */
const CANARY = "canary-7f3a91";
const [CAMPAIGN = "", ARM = "", CASE = "", , EPISODE = ""] = nativeText({
  key: "sent",
  episodes: [{ terminationDetail: CANARY }],
}).split("\n");

let database: TestDatabase;
let dataDir: string;
const secrets = [CANARY];

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-audit-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
});
afterEach(async () => {
  log.shut = false;
  // What waits here would be before the imports of the next test, and nobody takes it.
  await database.sql`
    update imports set state = 'cancelled', finished_at = now(), lease_until = null, lease_holder = null
    where state in ('review', 'uploaded', 'running')`;
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A project of its own with a campaign `run` of one episode. */
type Place = { scope: Scope; slug: string; address: string };
let projects = 0;
async function place(): Promise<Place> {
  const scope = await database.newProject();
  projects += 1;
  const slug = `project-${projects}`;
  const text = nativeText({ key: "run", episodes: [{ terminationDetail: CANARY }] });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  await ingestSource({ database, projectId: scope.projectId, source, options: {} });
  return { scope, slug, address: `/projects/${slug}` };
}

const json = { "content-type": "application/json" };
const choices = { options: {}, replace: false, keepSource: true, manifest: null };

async function waiting({ scope }: Place, review: boolean): Promise<string> {
  const upload = await spooledUpload(dataDir, nativeText({ key: "new", episodes: [{}] }));
  return (await queueImport(database, { ...scope, by: SYSTEM, upload, review })).importId;
}

async function live({ scope }: Place, ...lines: string[]): Promise<string> {
  const { id } = await openLive(database, { ...scope, by: SYSTEM }, Buffer.from(CAMPAIGN));
  if (lines.length > 0)
    await appendLive(
      database,
      { ...scope, by: SYSTEM, liveId: id },
      lines.map((line) => Buffer.from(line)),
    );
  return id;
}

async function person({ scope }: Place, isMember: boolean): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into people (id, name, email)
    values (gen_random_uuid(), 'Bert', ${`${scope.projectId}@example.org`}) returning id`;
  const id = row?.id ?? "";
  if (isMember)
    await database.sql`
      insert into project_members (project_id, person_id, role) values (${scope.projectId}, ${id}, 'viewer')`;
  return id;
}

async function annotated({ scope }: Place, kind: "note" | "dispute") {
  const campaign = await findCampaign(database.db, scope, "run");
  const key = { campaignId: campaign?.id ?? "", seq: 1 };
  const none = { outcome: null, resolves: null, callNo: null };
  const made = await addAnnotation(database.db, scope, key, {
    kind,
    author: "A",
    text: CANARY,
    ...none,
  });
  return typeof made === "string" ? "" : made.id;
}

type Change = {
  action: AuditAction;
  /** Makes ready what the change is about, and returns the change. */
  ready: (at: Place) => Promise<() => Promise<unknown>>;
  /** Tables in which a try that came to nothing leaves a trace on purpose. */
  traces?: readonly string[];
};

const annotations = (at: Place) => `${at.address}/campaigns/run/episodes/1/annotations`;

/** Every operation that changes something, by its id. */
const OPERATION_CHANGES: Record<string, Change> = {
  postImport: {
    action: "import.queued",
    ready: async (at) => () =>
      ask(`${at.address}/imports?review=yes`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream", "x-file-name": "a.jsonl" },
        body: nativeText({ key: "posted", episodes: [{ terminationDetail: CANARY }] }),
      }),
  },
  completeUpload: {
    action: "import.queued",
    ready: async (at) => {
      const bytes = Buffer.from(nativeText({ key: "chunks", episodes: [{}] }));
      const body = JSON.stringify({ name: "a.jsonl", sizeBytes: bytes.length });
      const asked = { method: "POST", headers: json, body };
      const opened = await ask(`${at.address}/uploads`, asked);
      const { id } = z.object({ id: z.string() }).parse(await opened.json());
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const headers = { "content-type": "application/octet-stream", "x-chunk-sha256": sha256 };
      const chunk = { method: "POST", headers, body: new Uint8Array(bytes) };
      expect((await ask(`${at.address}/uploads/${id}/chunks/0`, chunk)).status).toBe(200);
      return () => ask(`${at.address}/uploads/${id}/complete`, { method: "POST" });
    },
  },
  startImport: {
    action: "import.started",
    ready: async (at) => {
      const id = await waiting(at, true);
      const body = JSON.stringify(choices);
      return () =>
        ask(`${at.address}/imports/${id}/start`, { method: "POST", headers: json, body });
    },
  },
  previewImport: {
    action: "import.previewed",
    ready: async (at) => {
      const id = await waiting(at, true);
      const body = JSON.stringify(choices);
      return () =>
        ask(`${at.address}/imports/${id}/preview`, { method: "POST", headers: json, body });
    },
  },
  cancelImport: {
    action: "import.cancelled",
    ready: async (at) => {
      const id = await waiting(at, false);
      return () => ask(`${at.address}/imports/${id}/cancel`, { method: "POST" });
    },
  },
  openLive: {
    action: "live.opened",
    ready: async (at) => () =>
      ask(`${at.address}/live-campaigns`, { method: "POST", headers: json, body: CAMPAIGN }),
  },
  appendLive: {
    action: "live.appended",
    ready: async (at) => {
      const id = await live(at);
      const body = `${ARM}\n${CASE}\n${EPISODE}\n`;
      const headers = { "content-type": "application/x-ndjson" };
      return () =>
        ask(`${at.address}/live-campaigns/${id}/records`, { method: "POST", headers, body });
    },
  },
  sealLive: {
    action: "live.sealed",
    ready: async (at) => {
      const id = await live(at, ARM, CASE, EPISODE);
      return () => ask(`${at.address}/live-campaigns/${id}/seal`, { method: "POST" });
    },
    traces: ["imports"],
  },
  dropLive: {
    action: "live.dropped",
    ready: async (at) => {
      const id = await live(at);
      return () => ask(`${at.address}/live-campaigns/${id}`, { method: "DELETE" });
    },
  },
  deleteCampaign: {
    action: "campaign.deleted",
    ready: async (at) => () => ask(`${at.address}/campaigns/run?reason=seen`, { method: "DELETE" }),
  },
  dropContent: {
    action: "campaign.emptied",
    ready: async (at) => () =>
      ask(`${at.address}/campaigns/run/content?reason=seen`, { method: "DELETE" }),
  },
  postRetention: {
    action: "retention.changed",
    ready: async (at) => () =>
      ask(`${at.address}/retention`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ act: "drop", days: 365 }),
      }),
  },
  postHold: {
    action: "campaign.held",
    ready: async (at) => () =>
      ask(`${at.address}/campaigns/run/holds`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ act: "held", reason: "seen" }),
      }),
  },
  postAnnotation: {
    action: "annotation.added",
    ready: async (at) => {
      const body = JSON.stringify({ kind: "note", author: "A", text: CANARY });
      return () => ask(annotations(at), { method: "POST", headers: json, body });
    },
  },
};

/** An upload in the making is nothing yet: what comes of it begins with `completeUpload`. */
const NO_OPERATION_CHANGES = ["openUpload", "sendChunk", "dropUpload"];

const P = "app/(dashboard)/p/[project]/";
const ANNOTATE = `${P}campaigns/[campaign]/episodes/[episode]/_parts/annotate.ts#annotateEpisode`;

/** Every server action that changes something, by its file and name. */
const ACTION_CHANGES: Record<string, Change> = {
  [`${P}_data/view-actions.ts#saveViewNow`]: {
    action: "view.saved",
    ready: async ({ slug }) => {
      const { saveViewNow } = await import("./(dashboard)/p/[project]/_data/view-actions");
      const form = formOf({ name: "nightly", query: "q=1" });
      return () => saveViewNow({ project: slug, page: "campaigns" }, idle, form);
    },
  },
  [`${P}_data/view-actions.ts#deleteViewNow`]: {
    action: "view.deleted",
    ready: async ({ scope, slug }) => {
      const { deleteViewNow } = await import("./(dashboard)/p/[project]/_data/view-actions");
      const view = { page: "campaigns" as const, name: "old", query: "" };
      const id = (await saveView(database.db, scope, view)) ?? "";
      return () => deleteViewNow({ project: slug, page: "campaigns" }, idle, formOf({ id }));
    },
  },
  [`${P}compare/save-comparison.ts#saveThisComparison`]: {
    action: "comparison.saved",
    ready: async ({ scope, slug }) => {
      const { saveThisComparison } =
        await import("./(dashboard)/p/[project]/compare/save-comparison");
      const source = memorySource("b", { b: nativeText({ key: "b", episodes: [{}] }) });
      await ingestSource({ database, projectId: scope.projectId, source, options: {} });
      const form = formOf({ project: slug, name: "x", baseline: "run/on", candidate: "b/on" });
      return () => saveThisComparison(idle, form);
    },
  },
  [ANNOTATE]: {
    action: "dispute.raised",
    ready: async (at) => annotating(at, { kind: "dispute" }),
  },
  [`${P}campaigns/[campaign]/_parts/delete-action.ts#deleteByName`]: {
    action: "campaign.deleted",
    ready: async ({ slug }) => {
      const { deleteByName } =
        await import("./(dashboard)/p/[project]/campaigns/[campaign]/_parts/delete-action");
      return () => deleteByName(slug, "run", idle, formOf({ name: "Campaign 1", reason: "seen" }));
    },
  },
  [`${P}campaigns/[campaign]/_parts/drop-action.ts#dropContentNow`]: {
    action: "campaign.emptied",
    ready: async ({ slug }) => {
      const { dropContentNow } =
        await import("./(dashboard)/p/[project]/campaigns/[campaign]/_parts/drop-action");
      const form = formOf({ name: "Campaign 1", reason: "seen" });
      return () => dropContentNow(slug, "run", idle, form);
    },
  },
  [`${P}campaigns/[campaign]/_parts/hold-action.ts#holdNow`]: {
    action: "campaign.held",
    ready: async ({ slug }) => holding(slug, "held"),
  },
  [`${P}settings/retention/retention-actions.ts#setRetentionNow`]: {
    action: "retention.changed",
    ready: async ({ slug }) => {
      const { setRetentionNow } =
        await import("./(dashboard)/p/[project]/settings/retention/retention-actions");
      return () => setRetentionNow(slug, idle, formOf({ act: "delete", days: "365" }));
    },
  },
  [`${P}settings/tokens/token-actions.ts#makeTokenNow`]: {
    action: "token.made",
    ready: async ({ slug }) => {
      const { makeTokenNow } =
        await import("./(dashboard)/p/[project]/settings/tokens/token-actions");
      const form = formOf({ name: "nightly", scopes: ["read", "ingest"], days: "30" });
      return async () => {
        const made = await makeTokenNow(slug, idle, form);
        secrets.push(...keysOf(made.shown?.[0] ?? ""));
      };
    },
  },
  [`${P}settings/tokens/token-actions.ts#revokeTokenNow`]: {
    action: "token.revoked",
    ready: async (at) => {
      const { revokeTokenNow } =
        await import("./(dashboard)/p/[project]/settings/tokens/token-actions");
      const { id } = await token(at, ["read"]);
      return () => revokeTokenNow(at.slug, formOf({ id }));
    },
  },
  [`${P}settings/policy/policy-actions.ts#changePolicyNow`]: {
    action: "policy.changed",
    ready: async ({ slug }) => {
      const { changePolicyNow } =
        await import("./(dashboard)/p/[project]/settings/policy/policy-actions");
      const typed = { margin: "3", alpha: "5", maxAbortRate: "20", confidence: "95" };
      const form = formOf({ ...typed, from: "1", reason: "stricter for the release" });
      return () => changePolicyNow(slug, idle, form);
    },
  },
  [`${P}settings/people/people-actions.ts#addMemberNow`]: {
    action: "member.added",
    ready: async (at) => {
      const { addMemberNow } =
        await import("./(dashboard)/p/[project]/settings/people/people-actions");
      await person(at, false);
      const form = formOf({ email: `${at.scope.projectId}@example.org`, role: "editor" });
      return () => addMemberNow(at.slug, idle, form);
    },
  },
  [`${P}settings/people/people-actions.ts#changeMemberNow`]: {
    action: "member.changed",
    ready: async (at) => {
      const { changeMemberNow } =
        await import("./(dashboard)/p/[project]/settings/people/people-actions");
      const personId = await person(at, true);
      return () => changeMemberNow(at.slug, idle, formOf({ personId, role: "admin" }));
    },
  },
};

/** What an action does besides: the same address, another word. */
const OTHER_CHANGES: Record<string, Change> = {
  "a note by form": { action: "annotation.added", ready: (at) => annotating(at, { kind: "note" }) },
  "a resolution by form": {
    action: "dispute.resolved",
    ready: async (at) =>
      annotating(at, { kind: "resolution", resolves: await annotated(at, "dispute") }),
  },
  "a member who is let in again": {
    action: "member.changed",
    ready: async (at) => {
      const { addMemberNow } =
        await import("./(dashboard)/p/[project]/settings/people/people-actions");
      await person(at, true);
      const form = formOf({ email: `${at.scope.projectId}@example.org`, role: "editor" });
      return () => addMemberNow(at.slug, idle, form);
    },
  },
  "a hold that is taken off": {
    action: "campaign.released",
    ready: async ({ slug }) => {
      await (
        await holding(slug, "held")
      )();
      return holding(slug, "released");
    },
  },
  "a member who goes": {
    action: "member.removed",
    ready: async (at) => {
      const { changeMemberNow } =
        await import("./(dashboard)/p/[project]/settings/people/people-actions");
      const personId = await person(at, true);
      return () => changeMemberNow(at.slug, idle, formOf({ personId, role: "none" }));
    },
  },
};

async function holding(slug: string, act: string) {
  const { holdNow } =
    await import("./(dashboard)/p/[project]/campaigns/[campaign]/_parts/hold-action");
  return () => holdNow(slug, "run", act, idle, formOf({ reason: "seen" }));
}

async function annotating(at: Place, fields: Record<string, string>) {
  const { annotateEpisode } =
    await import("./(dashboard)/p/[project]/campaigns/[campaign]/episodes/[episode]/_parts/annotate");
  const form = formOf({
    author: "A",
    text: CANARY,
    outcome: "",
    resolves: "",
    call: "",
    ...fields,
  });
  return () => annotateEpisode({ project: at.slug, campaignSlug: "run", seq: 1 }, idle, form);
}

/** Actions that change nothing in the database: a cookie of the reader's, and the next rows of a list. */
const NO_CHANGES = [
  "app/_theme/choose-theme.ts#chooseTheme",
  `${P}episodes/_actions/more-episodes.ts#moreEpisodes`,
];

const CHANGES = { ...OPERATION_CHANGES, ...ACTION_CHANGES, ...OTHER_CHANGES };

async function token({ scope }: Pick<Place, "scope">, scopes: ("read" | "ingest")[]) {
  const { token: secret, ...kept } = makeToken();
  const row = await createToken(database.db, scope, {
    ...kept,
    name: "t",
    scopes,
    expiresAt: null,
  });
  secrets.push(...keysOf(secret), Buffer.from(kept.sha256).toString("hex"));
  return { id: row.id, secret };
}

/** A key as a whole and in the parts of which one would do for a guess. */
function keysOf(secret: string): string[] {
  return [secret, secret.slice(4), secret.slice(4, 24)];
}

type Told = {
  actor: string;
  action: string;
  project: string | null;
  outcome: string;
  detail: Record<string, unknown>;
};

async function toldAfter(id: number): Promise<Told[]> {
  return database.sql<Told[]>`
    select actor_kind as actor, action, project_id as project, outcome, detail
    from audit_entries where id > ${id} order by id`;
}

describe("changes", () => {
  it("A8: has a row in the table for each operation and each server action that changes something", () => {
    const operations = OPERATIONS.filter(({ method }) => method !== "GET").map(({ id }) => id);
    expect([...Object.keys(OPERATION_CHANGES), ...NO_OPERATION_CHANGES].toSorted()).toEqual(
      operations.toSorted(),
    );
    const actions = serverActions().filter((action) => !isOfAccounts(action));
    expect([...Object.keys(ACTION_CHANGES), ...NO_CHANGES].toSorted()).toEqual(actions.toSorted());
  });

  it.each(Object.entries(CHANGES))("A8: %s writes exactly one row", async (_, change) => {
    const at = await place();
    const run = await change.ready(at);
    const before = await lastEntry(database);
    await throughTo(run);
    const told = (await toldAfter(before)).filter(({ actor }) => actor === "local");
    expect(told).toMatchObject([
      { action: change.action, project: at.scope.projectId, outcome: "done" },
    ]);
  });

  it.each(Object.entries(CHANGES))(
    "A8: %s leaves nothing when it is rolled back",
    async (_, change) => {
      const run = await change.ready(await place());
      const before = await everything(database);
      log.shut = true;
      await expect(throughTo(run)).rejects.toThrow(UNTOLD);
      expect(changedTables(before, await everything(database))).toEqual(change.traces ?? []);
    },
  );

  it("A8: tells what the server does of itself: a sealed campaign, and one that was replaced", async () => {
    const { scope } = await place();
    const before = await lastEntry(database);
    const source = memorySource("run.jsonl", {
      "run.jsonl": nativeText({ key: "run", name: "Second", episodes: [{ turns: 2 }] }),
    });
    const given = { database, projectId: scope.projectId, source, options: {}, replace: true };
    expect((await ingestSource(given)).state).toBe("done");
    expect(await toldAfter(before)).toMatchObject([
      { actor: "system", action: "campaign.replaced", detail: { name: "Campaign 1" } },
      { actor: "system", action: "import.sealed", detail: { source: "run.jsonl", episodes: 1 } },
    ]);
    expect((await ingestSource({ ...given, replace: false })).state).toBe("duplicate");
    expect(await toldAfter(before)).toHaveLength(2);
  });
});

describe("what leaves the instance", () => {
  const HANDED_OUT: Record<string, (at: Place) => Promise<string> | string> = {
    compareArms: ({ address }) =>
      `${address}/comparison?baseline=run/on&candidate=b/on&format=html`,
    readSavedComparison: async ({ slug, address }) => {
      const { saveThisComparison } =
        await import("./(dashboard)/p/[project]/compare/save-comparison");
      const sides = { baseline: "run/on", candidate: "b/on" };
      const form = formOf({ project: slug, name: "kept", ...sides });
      await throughTo(() => saveThisComparison(idle, form));
      const [row] = await database.sql<{ id: string }[]>`
        select id from saved_comparisons order by saved_at desc limit 1`;
      return `${address}/comparisons/${row?.id ?? ""}?format=csv`;
    },
    readImportIssues: async ({ scope, address }) => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from imports where project_id = ${scope.projectId} limit 1`;
      expect(await storedImport(database.db, scope, row?.id ?? "")).not.toBeNull();
      return `${address}/imports/${row?.id ?? ""}/issues?format=csv`;
    },
    readCampaignReport: ({ address }) => `${address}/campaigns/run/report?format=html`,
    exportCampaign: ({ address }) => `${address}/campaigns/run/export`,
    readSource: ({ address }) => `${address}/campaigns/kept/sources/1`,
    exportEpisodes: ({ address }) => `${address}/episodes/export?campaign=run`,
    readRecord: ({ address }) => `${address}/campaigns/run/episodes/1/record`,
    exportProjectAudit: ({ address }) => `${address}/audit/export`,
    exportAudit: () => "/audit/export?format=jsonl",
  };

  it("A8: is in the table, each export and each download of evidence", () => {
    const handing = OPERATIONS.filter(({ handsOut }) => handsOut !== undefined).map(({ id }) => id);
    expect(Object.keys(HANDED_OUT).toSorted()).toEqual(handing.toSorted());
  });

  it.each(Object.entries(HANDED_OUT))("A8: %s writes exactly one row", async (id, address) => {
    const at = await place();
    const { projectId } = at.scope;
    for (const key of ["b", "kept"]) {
      const source = memorySource(key, { [key]: nativeText({ key, episodes: [{}] }) });
      // Of an importer whose records are not the lines of its source, the source itself is kept.
      const { keepsLines, ...importer } = aftermath;
      expect(keepsLines).toBe(true);
      await ingestSource({ database, projectId, source, importer, options: {} });
    }
    const asked = await address(at);
    const before = await lastEntry(database);
    const response = await ask(asked);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    const action = OPERATIONS.find((one) => one.id === id)?.handsOut?.action;
    expect(await toldAfter(before)).toMatchObject([{ actor: "local", action, outcome: "done" }]);
    log.shut = true;
    expect((await ask(asked)).status).toBe(500);
  });

  it("A8: what is only read is not told", async () => {
    const { address } = await place();
    const before = await lastEntry(database);
    for (const path of ["", "/campaigns", "/episodes", "/campaigns/run/report", "/audit"])
      expect((await ask(address + path)).status).toBe(200);
    expect((await ask("/audit")).status).toBe(200);
    expect(await toldAfter(before)).toEqual([]);
  });
});

describe("refusals", () => {
  const AUTHOR = { kind: "note", author: "A", text: CANARY };
  it.each<[string, number, (at: Place) => Promise<Response>, Partial<Told>]>([
    [
      "a change by a token that may only read",
      403,
      async (at) => {
        const { secret } = await token(at, ["read"]);
        const body = JSON.stringify(AUTHOR);
        return ask(annotations(at), { method: "POST", headers: json, body, token: secret });
      },
      { actor: "token", detail: { status: 403, method: "POST" } },
    ],
    [
      "a look at what only admins see",
      403,
      async (at) =>
        ask(`${at.address}/audit/export`, { token: (await token(at, ["read"])).secret }),
      { actor: "token", detail: { status: 403, method: "GET" } },
    ],
    [
      "a change with an unknown token",
      401,
      async (at) => {
        const { token: unknown } = makeToken();
        secrets.push(...keysOf(unknown));
        return ask(`${at.address}/campaigns/run`, { method: "DELETE", token: unknown });
      },
      { actor: "nobody", project: null, detail: { status: 401, method: "DELETE" } },
    ],
    [
      "a change without a token by a program",
      401,
      async (at) => ask(`${at.address}/campaigns/run`, { method: "DELETE", origin: null }),
      { actor: "nobody", project: null },
    ],
    [
      "a change that a foreign page asks for",
      403,
      async (at) =>
        ask(`${at.address}/campaigns/run`, { method: "DELETE", origin: "https://evil.example" }),
      { actor: "nobody", project: null },
    ],
  ])("A8: %s is told", async (_, status, asking, told) => {
    const at = await place();
    const before = await lastEntry(database);
    expect((await asking(at)).status).toBe(status);
    const rows = await toldAfter(before);
    expect(rows).toMatchObject([{ action: "request.refused", outcome: "refused", ...told }]);
  });

  it("A8: a look by a token that is none is not: there may be any number of them", async () => {
    const { address } = await place();
    const before = await lastEntry(database);
    expect((await ask(`${address}/campaigns`, { token: "none" })).status).toBe(401);
    expect(await toldAfter(before)).toEqual([]);
  });
});

it("A8: is one whole chain after all that, and holds no secret", async () => {
  const { entries, faults } = await verifyAudit(database.db);
  expect(faults).toEqual([]);
  expect(entries).toBeGreaterThan(100);
  expect(await secretsIn(database, secrets)).toEqual([]);
  expect(secrets.length).toBeGreaterThan(10);
  const changes = Object.keys(CHANGES).length;
  await figure(
    "A8",
    `${changes} of ${changes} changes of projects: 1 row each, 0 when rolled back (bar: 1 and 0); ${secrets.length} secrets looked for in ${entries} rows: 0 found (bar: 0)`,
  );
});
