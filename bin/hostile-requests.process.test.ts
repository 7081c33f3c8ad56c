import { afterAll, beforeAll, describe, expect, test } from "vitest";
import postgres from "postgres";
import { readPostmaster } from "@/db/cluster/postmaster";
import { OPERATIONS } from "@/lib/api/operations/registry";
import { figure } from "@/lib/testing/security-figure";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { builtActions } from "./testing/built-routes";
import { type Asked, type OwnServer, startOwnServer } from "./testing/own-server";

let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(() => server.stop());

const PARTS: Record<string, string> = {
  project: "support-agent",
  campaign: "nightly-4",
  episode: "1",
  file: "1",
  check: "unknown_tools",
};
const SOME_ID = "0190a5a5-0000-7000-8000-000000000000";

/** An address of the build or of the API's table, with what is there in the example. */
function filled(route: string): string {
  return route.replaceAll(/[[{](\w+)[\]}]/g, (_, name: string) => PARTS[name] ?? SOME_ID);
}

/** Every row of every table but the audit log, which tells of each refusal, as one digest a table. */
async function everyRow(): Promise<Record<string, string>> {
  const sql = postgres(await server.databaseUrl(), { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit_entries'
    order by 1`;
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
      from ${sql(name)} t`;
    digests[name] = row?.digest ?? "";
  }
  await sql.end();
  return digests;
}

describe("D9: changes that no page of ours asks for", () => {
  const own = () => server.origin;
  const forged = (): Record<string, Record<string, string>> => ({
    "a foreign page": { origin: "https://evil.example" },
    "a sandboxed frame": { origin: "null" },
    "no origin": {},
    "a sub-domain": { origin: own().replace("//", "//a.") },
    "another port": { origin: `${own()}1`.slice(0, -2) },
    "another site with our origin": { origin: own(), "sec-fetch-site": "cross-site" },
    "the same site": { origin: own(), "sec-fetch-site": "same-site" },
    "a form of text": { origin: "https://evil.example", "content-type": "text/plain" },
    "a spoofed host": { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  });

  test("D9: are refused by every route and Server Action, and no row is changed", async () => {
    const before = await everyRow();
    const routes = OPERATIONS.filter(({ method }) => method !== "GET");
    const actions = builtActions();
    expect(routes.length).toBeGreaterThan(8);
    expect(actions.length).toBeGreaterThan(5);
    const passed: string[] = [];
    let asked = 0;
    const hold = (what: string, { status }: Asked, allowed: readonly number[]) => {
      asked += 1;
      if (!allowed.includes(status)) passed.push(`${what}: ${status}`);
    };
    for (const [how, headers] of Object.entries(forged())) {
      for (const { method, path } of routes) {
        const answer = await server.ask(`/api/v1${filled(path)}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          body: "{}",
        });
        // A program without a token has no origin either: it is told to bring one.
        hold(`${method} ${path}, ${how}`, answer, how === "no origin" ? [401] : [403]);
      }
      for (const { id, name } of actions) {
        const page = "/p/support-agent";
        const called = { method: "POST", headers: { "next-action": id, ...headers }, body: "[]" };
        hold(`${name}, ${how}`, await server.ask(page, called), [403]);
        const form = formOf(`$ACTION_ID_${id}`);
        const posted = {
          method: "POST",
          headers: { ...form.headers, ...headers },
          body: form.body,
        };
        hold(`the form of ${name}, ${how}`, await server.ask(page, posted), [403]);
      }
    }
    expect(passed).toEqual([]);
    expect(await everyRow()).toEqual(before);
    await figure("D9", `${asked} of ${asked} forged changes refused, 0 rows changed (bar: all, 0)`);
  });

  test("D9: the same from our own page pass, so that it is the origin that is refused", async () => {
    const theme = builtActions().find(({ name }) => name === "chooseTheme")?.id ?? "";
    const form = formOf(`$ACTION_ID_${theme}`, { theme: "dark" });
    const chosen = await server.ask("/p/support-agent", {
      method: "POST",
      headers: { ...form.headers, origin: own() },
      body: form.body,
    });
    expect(chosen.status).toBe(200);
    expect(chosen.headers.get("set-cookie")).toMatch(/^theme=dark;/);
    const before = await everyRow();
    const note = await server.ask(
      "/api/v1/projects/support-agent/campaigns/nightly-4/episodes/1/annotations",
      {
        method: "POST",
        headers: { origin: own(), "content-type": "application/json" },
        body: JSON.stringify({ kind: "note", author: "me", text: "seen" }),
      },
    );
    expect(note.status).toBe(201);
    expect(await everyRow()).not.toEqual(before);
  });

  test("D9: behind a proxy the public origin passes, and a forwarded host does not speak for it", async () => {
    const behind = await startOwnServer({
      DATABASE_URL: await server.databaseUrl(),
      PUBLIC_URL: "https://aftermath.example",
    });
    const theme = builtActions().find(({ name }) => name === "chooseTheme")?.id ?? "";
    const form = formOf(`$ACTION_ID_${theme}`, { theme: "dark" });
    const post = (headers: Record<string, string>) =>
      behind.ask("/p/support-agent", {
        method: "POST",
        headers: { ...form.headers, ...headers },
        body: form.body,
      });
    const through = { host: "aftermath.example", "x-forwarded-proto": "https" };
    const passes = await post({ ...through, origin: "https://aftermath.example" });
    expect([passes.status, passes.headers.get("set-cookie")?.slice(0, 11)]).toEqual([
      200,
      "theme=dark;",
    ]);
    // The proxy may name us as it likes.
    expect((await post({ origin: "https://aftermath.example" })).status).toBe(200);
    const spoofed = { origin: "https://evil.example", "x-forwarded-host": "evil.example" };
    expect((await post({ ...through, ...spoofed })).status).toBe(403);
    expect((await post({ origin: behind.origin })).status).toBe(403);
    const page = await behind.ask("/p/support-agent", { headers: { host: "aftermath.example" } });
    expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000");
    await behind.stop();
  });
});

/** What a form without script posts for a Server Action. */
function formOf(action: string, fields: Record<string, string> = {}) {
  const boundary = "x9boundary";
  const parts = Object.entries({ [action]: "", ...fields }).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join("")}--${boundary}--\r\n`,
  };
}

/** What an answer may hold of the inside: a stack, a path, a query, a variable, a version. */
const INSIDE: readonly RegExp[] = [
  /\bat \S+ \(\S+:\d+:\d+\)/,
  /node_modules|\.next\/server|node:internal/,
  new RegExp(PROJECT_ROOT.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\/$/, "")),
  /PostgresError|DrizzleQueryError|Failed query|invalid input syntax|violates \w+ constraint|relation "/,
  /ECONNREFUSED|DATABASE_URL|AFTERMATH_DATA_DIR|postgres:\/\//,
  /\b16\.4\.6\b|Next\.js\/|PostgreSQL \d/,
];

describe("D12: a database that is gone", () => {
  test("D12: what fails inside is in the log under the id of its answer, and in no answer", async () => {
    const postmaster = await readPostmaster(`${server.dataDir}/postgres`);
    process.kill(postmaster?.pid ?? 0, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const page = await server.ask("/p/support-agent");
    expect(page.status).toBe(500);
    const api = await server.ask("/api/v1/projects");
    expect([500, 503]).toContain(api.status);
    const ready = await server.ask("/api/ready");
    expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable"}']);
    expect((await server.ask("/api/health")).status).toBe(200);
    for (const { text, headers } of [page, api]) {
      for (const sign of INSIDE) expect(text).not.toMatch(sign);
      const id = headers.get("x-request-id") ?? "none";
      const lines = server
        .said()
        .split("\n")
        .filter((line) => line.includes(id));
      expect(
        lines.some((line) => /"level":"error".*ECONN|"level":"error".*a query failed/.test(line)),
      ).toBe(true);
    }
    const digest = /"digest":"(\d+)"|digest\\":\\"(\d+)/.exec(page.text);
    expect(server.said()).toContain(`"digest":"${digest?.[1] ?? digest?.[2] ?? "none"}"`);
  });
});
