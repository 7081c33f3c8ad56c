import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createToken } from "@/db/queries/tokens";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { makeToken } from "@/lib/auth/token";
import { startImportRunner } from "@/lib/ingest/import-jobs";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { main } from "../command-line";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask } = await import("@/app/api/v1/testing/api-client");
const { database: appDatabase } = await import("@/db");

const SERVER = "http://localhost:3000";
let database: TestDatabase;
let folder: string;
let token: string;
let runner: ReturnType<typeof startImportRunner>;

/** A connection that breaks after this many requests; none while it is null. */
let breakAfter: number | null = null;
/** What was asked for, in order. */
const asked: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "aftermath-remotely-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", join(folder, "data"));
  const scope = await database.newProject();
  const made = makeToken();
  token = made.token;
  const { token: _secret, ...kept } = made;
  await createToken(database.db, scope, {
    ...kept,
    name: "ci",
    scopes: ["ingest"],
    expiresAt: null,
  });
  runner = startImportRunner(database, { dataDir: join(folder, "data"), log: () => {} });
  // The routes answer here as they would over a wire, to a program: without an origin.
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = init.body === undefined ? null : await new Response(init.body).arrayBuffer();
    const response = await ask(url.slice(`${SERVER}/api/v1`.length), {
      method: init.method ?? "GET",
      origin: null,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body === null ? {} : { body }),
    });
    asked.push(
      `${init.method ?? "GET"} ${url.slice(SERVER.length).replaceAll(/[0-9a-f-]{36}/g, "ID")}`,
    );
    if (breakAfter === null) return response;
    breakAfter -= 1;
    if (breakAfter > 0) return response;
    breakAfter = null;
    throw new TypeError("fetch failed");
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await runner.stop();
  await appDatabase().close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  const context = { log: (line: string) => said.push(line), signal: new AbortController().signal };
  try {
    const to = ["--project", "project-1", "--server", SERVER, "--token", token];
    const exit = await main(["node", "aftermath", "import", ...to, ...args], context);
    return { exit, said, out: out.join("") };
  } finally {
    write.mockRestore();
  }
}

it("sends a file, waits for its end and names the page on the server", async () => {
  const file = join(folder, "one.jsonl");
  await writeFile(file, nativeText({ key: "one", name: "One", episodes: [{}, { replica: 2 }] }));
  const first = await run(file);
  expect(first.exit).toBe(0);
  expect(first.said).toEqual([
    `${file}: recognised as aftermath`,
    "  imported 2 episodes; 0 records refused, 0 recoded, 0 warnings",
    `  ${SERVER}/p/project-1/campaigns/one`,
  ]);
  const again = await run(file, "--json");
  expect([again.exit, JSON.parse(again.out)]).toMatchObject([
    0,
    { path: file, state: "duplicate", campaign: { slug: "one", name: "One" } },
  ]);
});

it("sends a folder with its own name in front, and answers 3 when it is refused", async () => {
  const runs = join(folder, "strange");
  await mkdir(join(runs, "deep"), { recursive: true });
  await writeFile(join(runs, "deep", "a.txt"), "nothing that anybody knows");
  const { exit, said } = await run(runs);
  expect(exit).toBe(3);
  expect(said[0]).toBe(`${runs}: not recognised`);
  expect(said[1]).toMatch(/^ {2}refused: /);
});

it("imports once when the connection breaks after the server had taken the file", async () => {
  const file = join(folder, "two.jsonl");
  await writeFile(file, nativeText({ key: "two", episodes: [{}] }));
  breakAfter = 1;
  expect((await run(file)).exit).toBe(0);
  const rows = await database.sql`select state from imports where source_name = 'two.jsonl'`;
  expect(rows.map(({ state }): unknown => state)).toEqual(["done"]);
});

it("E10: sends a file of more than 8 MiB in chunks, and one of them again after a break", async () => {
  const file = join(folder, "large.jsonl");
  const text = "x".repeat(3 * 2 ** 20);
  const episodes = [1, 2, 3].map((replica) => ({ replica, terminationDetail: text }));
  await writeFile(file, nativeText({ key: "large", episodes }));
  asked.length = 0;
  // The answer to the first chunk is lost.
  breakAfter = 2;
  expect((await run(file)).exit).toBe(0);
  const api = "/api/v1/projects/project-1";
  const chunk = (no: number) => `POST ${api}/uploads/ID/chunks/${no}`;
  expect(asked.filter((line) => !line.includes("/imports/"))).toEqual([
    `POST ${api}/uploads`,
    chunk(0),
    chunk(0),
    chunk(1),
    `GET ${api}/uploads/ID`,
    `POST ${api}/uploads/ID/complete`,
  ]);
  const [row] = await database.sql`
    select state, episodes from imports where source_name = 'large.jsonl'`;
  expect(row).toEqual({ state: "done", episodes: 3 });
});

it("says the server's sentence for a token that it does not know", async () => {
  const file = join(folder, "one.jsonl");
  await expect(
    main(
      [
        "node",
        "aftermath",
        "import",
        "--server",
        SERVER,
        "--token",
        "aft_no",
        "--project",
        "p",
        file,
      ],
      { log: () => {}, signal: new AbortController().signal },
    ),
  ).rejects.toThrow(/^http:\/\/localhost:3000: /);
});
