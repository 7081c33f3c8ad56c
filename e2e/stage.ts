import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import postgres from "postgres";
import { z } from "zod";
import { connectEmbeddedUrl } from "@/db/embedded";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FIXTURES = join(ROOT, "fixtures");

/** Two projects beside the example: one in which everything happened, one in which nothing did. */
export const STAGED = "travel-agent";
export const EMPTY = "quiet-agent";

/** Campaigns of the staged project, by what became of them. */
export const CAMPAIGNS = {
  complete: "nightly-41",
  interrupted: "cut-short",
  deleted: "regretted",
  emptied: "long-ago",
  unattributed: "garak-run-a",
} as const;

/** Addresses that only the server knows beforehand. */
export type Stage = Record<
  "running" | "review" | "unreadable" | "refused" | "recoded" | "discarded",
  string
>;

const imported = z.object({ page: z.string(), importId: z.string() });
const uploaded = z.object({ id: z.string(), url: z.string() });
const opened = z.object({ id: z.string() });
const written = z.object({ id: z.string() });

/** The command line on the database of the server under test: its exit code and what it wrote to stdout. */
export async function aftermath(...words: string[]): Promise<{ exit: number; stdout: string }> {
  const data = process.env["AFTERMATH_E2E_DATA"];
  const env = { ...process.env, AFTERMATH_DATA_DIR: data, DATABASE_URL: "" };
  const script = join(ROOT, "bin/aftermath.mjs");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...words], { env }, (error, stdout) => {
      const exit = error === null ? 0 : error.code;
      if (typeof exit === "number") resolve({ exit, stdout });
      else reject(error ?? new Error("the command line left no exit code"));
    });
  });
}

/** What became of each path, in its order; a refused one has an answer, too. */
export async function importPaths(project: string, ...paths: string[]) {
  const { stdout } = await aftermath("import", "--json", "--project", project, ...paths);
  const lines = stdout.trim().split("\n");
  return lines.map((line) => imported.parse(JSON.parse(line)));
}

/** Brings the two projects into every state that a page can show; `page` saves what has no other way in. */
export async function stage(page: Page, baseURL: string): Promise<Stage> {
  await endRunning();
  const folder = mkdtempSync(join(tmpdir(), "aftermath-stage-"));
  const notes = join(folder, "notes.txt");
  writeFileSync(notes, "Nothing to see here.\n");
  await importPaths(EMPTY, notes);
  const [, recoded] = await importPaths(
    STAGED,
    join(FIXTURES, "aftermath/complete.jsonl"),
    join(FIXTURES, "agentdojo/runs"),
    join(FIXTURES, "garak/report.jsonl"),
    renamed(folder, "interrupted.jsonl", CAMPAIGNS.interrupted, "Cut short"),
    renamed(folder, "complete.jsonl", CAMPAIGNS.deleted, "Regretted"),
    renamed(folder, "complete.jsonl", CAMPAIGNS.emptied, "Long ago"),
  );
  const [refused] = await importPaths(STAGED, notes);
  const api = sender(page.request, baseURL);
  await saveComparison(page, CAMPAIGNS.complete, CAMPAIGNS.complete, "Fence 1.4 against none");
  await saveComparison(page, CAMPAIGNS.deleted, CAMPAIGNS.complete, "Across two nights");
  await dispute(api, 1, false);
  await dispute(api, 2, true);
  await api.send("DELETE", `campaigns/${CAMPAIGNS.deleted}?reason=A+rehearsal`);
  await api.send("DELETE", `campaigns/${CAMPAIGNS.emptied}/content?reason=Older+than+a+year`);
  const hold = { act: "held", reason: "Evidence for audit 7" };
  await api.send("POST", `campaigns/${CAMPAIGNS.emptied}/holds`, hold);
  // The runner begins again after a test that failed, and a key is taken for as long as records may come.
  const tonight = firstLine(`live-${randomUUID()}`, "Tonight, still running");
  const live = opened.parse(await api.send("POST", "live-campaigns", tonight));
  await api.send("POST", `live-campaigns/${live.id}/records`, records());
  const { url: review } = await api.upload(
    "my-run.jsonl",
    readFileSync(renamed(folder, "complete.jsonl", "looked-at", "Looked at")),
  );
  const { url: unreadable } = await api.upload("notes.txt", readFileSync(notes));
  const discarded = await api.upload("discarded.txt", readFileSync(notes));
  await api.send("POST", `imports/${discarded.id}/cancel`);
  return {
    running: await running(),
    review,
    unreadable,
    refused: refused?.page ?? "",
    recoded: `/p/${STAGED}/imports/${recoded?.importId ?? ""}`,
    discarded: discarded.url,
  };
}

/** A server's own database, for what no page and no command can bring about. */
export async function withDatabase<T>(
  work: (sql: postgres.Sql) => Promise<T>,
  dataDir = process.env["AFTERMATH_E2E_DATA"] ?? "",
): Promise<T> {
  const sql = postgres((await connectEmbeddedUrl({ dataDir })) ?? "", { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const RUNNING = "tonight-in-parts.jsonl";

/** An import that is read for as long as the tests look at it, as another process of the server would. */
async function running(): Promise<string> {
  const [row] = await withDatabase(
    (sql) => sql<{ id: string }[]>`
      insert into imports (id, project_id, source_name, format, options, state, records, episodes,
        bytes_read, bytes_total, started_at, lease_holder, lease_until, attempts)
      select gen_random_uuid(), id, ${RUNNING}, 'aftermath', '{}', 'running', 48210, 48195,
        402653184, 1073741824, now(), gen_random_uuid(), now() + interval '10 minutes', 1
      from projects where slug = ${STAGED} returning id`,
  );
  return `/p/${STAGED}/imports/${row?.id ?? ""}`;
}

/** Ends the one that seems to run: only so many run at once, and others would wait for it. */
export async function endRunning(): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update imports set state = 'cancelled', finished_at = now(), lease_holder = null, lease_until = null
      where source_name = ${RUNNING} and state = 'running'`,
  );
}

/** Requests as a page of the server sends them. */
function sender(request: APIRequestContext, baseURL: string) {
  const headers = { origin: baseURL };
  const path = (rest: string) => `/api/v1/projects/${STAGED}/${rest}`;
  return {
    async send(method: string, rest: string, data?: string | object): Promise<unknown> {
      const type = typeof data === "string" ? { "content-type": "application/x-ndjson" } : {};
      const options = {
        method,
        headers: { ...headers, ...type },
        ...(data !== undefined && { data }),
      };
      return answerOf(await request.fetch(path(rest), options));
    },
    async upload(name: string, buffer: Buffer) {
      const multipart = { file: { name, mimeType: "application/octet-stream", buffer } };
      return uploaded.parse(
        await answerOf(await request.post(path("imports?review=yes"), { headers, multipart })),
      );
    },
  };
}

type Api = ReturnType<typeof sender>;

async function answerOf(response: APIResponse): Promise<unknown> {
  if (!response.ok())
    throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response.json();
}

async function dispute(api: Api, seq: number, settled: boolean): Promise<void> {
  const address = `campaigns/${CAMPAIGNS.complete}/episodes/${seq}/annotations`;
  const said = {
    kind: "dispute",
    author: "Ada",
    text: "The mail went out.",
    outcome: "attack_success",
  };
  const { id } = written.parse(await api.send("POST", address, said));
  if (!settled) return;
  await api.send("POST", address, {
    kind: "resolution",
    author: "Cy",
    text: "It bounced.",
    resolves: id,
  });
}

async function saveComparison(page: Page, baseline: string, candidate: string, name: string) {
  await page.goto(`/p/${STAGED}/compare?baseline=${baseline}/off&candidate=${candidate}/on`);
  await page.getByLabel("Name of this comparison").fill(name);
  await page.getByRole("button", { name: "Save this comparison" }).click();
  await page.waitForURL(/\/comparisons\/[^/]+$/);
}

/** A fixture under another key and name, so that it is another campaign. */
function renamed(folder: string, fixture: string, key: string, name: string): string {
  const path = join(folder, `${key}.jsonl`);
  const text = readFileSync(join(FIXTURES, "aftermath", fixture), "utf8");
  writeFileSync(
    path,
    `${JSON.stringify(firstLine(key, name, text))}\n${text.slice(text.indexOf("\n") + 1)}`,
  );
  return path;
}

function firstLine(
  key: string,
  name: string,
  text = readFileSync(join(FIXTURES, "aftermath/complete.jsonl"), "utf8"),
): object {
  const record = z
    .looseObject({ type: z.string() })
    .parse(JSON.parse(text.slice(0, text.indexOf("\n"))));
  return { ...record, key, name };
}

/** What a harness has sent so far: all but the head and the end of a file. */
function records(): string {
  const lines = readFileSync(join(FIXTURES, "aftermath/complete.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  return lines.slice(1, -1).join("\n");
}
