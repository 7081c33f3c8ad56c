import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { listTokens } from "@/db/queries/tokens";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { callerOf } from "@/lib/auth/authorise";
import { main } from "../command-line";
import { expiryOf, scopesOf } from "./token";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

let database: TestDatabase;
let scope: Scope;
const lines: string[] = [];
const signal = new AbortController().signal;

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(() => database.drop());

/** What a command prints to stdout, and its exit code. */
async function run(...args: string[]): Promise<{ exit: number; out: string }> {
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  try {
    const argv = ["node", "aftermath", "token", ...args, "--project", "project-1"];
    return {
      exit: await main(argv, { log: (line) => lines.push(line), signal }),
      out: out.join(""),
    };
  } finally {
    write.mockRestore();
  }
}

it("prints a token once, and keeps what opens nothing", async () => {
  const { exit, out } = await run(
    "create",
    "--scope",
    "ingest,read",
    "--expires",
    "90d",
    "--name",
    "ci",
  );
  expect([exit, out]).toEqual([0, expect.stringMatching(/^aft_[\w-]{43}\n$/)]);
  const token = out.trim();
  const bearer = (secret: string) =>
    callerOf(database.db, new Headers({ authorization: `Bearer ${secret}` }), { changes: false });
  expect(await bearer(token)).toMatchObject({ kind: "token", ...scope });
  const [row] = await listTokens(database.db, scope);
  expect(row).toMatchObject({ name: "ci", prefix: token.slice(0, 10), scopes: ["ingest", "read"] });
  const days = ((row?.expiresAt?.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 86_400_000;
  expect(days).toBeCloseTo(90, 3);
  const listed = await run("list");
  expect(listed.out).toContain(`${token.slice(0, 10)}…  ci  ingest,read  expires`);
  expect(listed.out + lines.join()).not.toContain(token);
  expect((await run("revoke", token.slice(0, 10))).exit).toBe(0);
  await expect(bearer(token)).rejects.toMatchObject({ code: "unauthorised" });
  expect(
    await run("list", "--json").then(({ out: json }): unknown => JSON.parse(json)),
  ).not.toMatchObject([{ revokedAt: null }]);
});

it("refuses what it does not know", async () => {
  await expect(run("revoke", "aft_nobody")).rejects.toMatchObject({ code: "not_found" });
  await expect(run("create", "--scope", "admin")).rejects.toMatchObject({ code: "invalid_input" });
  for (const scopes of ["", "read,", "read,admin", "READ"])
    expect(() => scopesOf(scopes)).toThrow("--scope takes");
  for (const expires of ["0d", "90", "3651d", "-1d", "1.5d", "9999d"])
    expect(() => expiryOf(expires, new Date(0))).toThrow("--expires takes");
  expect(scopesOf(" read , ingest ")).toEqual(["ingest", "read"]);
  expect(expiryOf("1d", new Date(0))).toEqual(new Date(86_400_000));
  expect(expiryOf(undefined, new Date(0))).toBeNull();
});
