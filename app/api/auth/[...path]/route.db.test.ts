import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { createAccounts } from "@/lib/auth/accounts";
import { createSso } from "@/lib/auth/sso";
import { newPerson } from "@/lib/auth/testing/people";
import { figure } from "@/lib/testing/security-figure";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const route = await import("./route");
const { database: appDatabase } = await import("@/db");

const publicUrl = "http://localhost:3000";
const secret = randomBytes(32).toString("hex");
const oidc = { issuer: "http://127.0.0.1:9", clientId: "a", clientSecret: null, name: "House" };
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    AFTERMATH_ACCOUNTS: "on",
    AFTERMATH_SECRET: secret,
    AFTERMATH_ADDRESS: publicUrl,
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
  });
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

const get = async (path: string) => (await route.GET(new Request(`${publicUrl}${path}`))).status;

/** Every address that the accounts library knows, with its parts filled in. */
function libraryPaths(): string[] {
  const settings = { db: database.db, secret, publicUrl, log: () => {} };
  const endpoints = [
    ...Object.values(createAccounts(settings).auth.api),
    ...Object.values(createSso({ ...settings, oidc }).api),
  ];
  const paths = endpoints.flatMap((one) =>
    "path" in one && typeof one.path === "string" ? [one.path] : [],
  );
  return [...new Set(paths)].map((path) => `/api/auth${path.replaceAll(/:\w+/g, "x")}`);
}

it("B10: of the accounts library one address is open, the way back from the sign-in service", async () => {
  const paths = libraryPaths();
  expect(paths.length).toBeGreaterThan(30);
  const open = [];
  for (const path of [
    ...paths,
    "/api/auth/callback/google",
    "/api/auth/callback/oidc/",
    "/api/auth/callback/oidc/x",
    "/api/auth//callback/oidc",
    "/api/auth/",
  ])
    if ((await get(path)) !== 404) open.push(path);
  expect(open).toEqual([]);
  expect(await get("/api/auth/callback/oidc")).toBe(302); // without a state: back to the sign-in
  expect(Object.keys(route).toSorted()).toEqual(["GET", "dynamic"]);
  await figure("B10", `1 of ${paths.length} paths of the library open (bar: 15); all others 404`);
});

it("B10: without a sign-in service, or without accounts, that one is shut too", async () => {
  vi.stubEnv("OIDC_ISSUER", "");
  vi.stubEnv("OIDC_CLIENT_ID", "");
  expect(await get("/api/auth/callback/oidc")).toBe(404);
  vi.unstubAllEnvs();
  vi.stubEnv("AFTERMATH_ACCOUNTS", "off");
  expect(await get("/api/auth/callback/oidc")).toBe(404);
  vi.unstubAllEnvs();
});

it("B10: sign-up is closed inside as well, and no call sets what only an admin decides", async () => {
  const { auth } = createAccounts({ db: database.db, secret, publicUrl, log: () => {} });
  const { email } = await newPerson(database);
  const wanted = { name: "Eve", email: "eve@test.example", password: "seven quiet herons wade" };
  const decided = {
    instanceAdmin: true,
    role: "admin",
    bannedAt: null,
    emailVerified: true,
    userId: "x",
  };
  await expect(auth.api.signUpEmail({ body: { ...wanted, ...decided } })).rejects.toMatchObject({
    statusCode: 400,
  });
  const signIn = { email, password: wanted.password, ...decided };
  await auth.api.signInEmail({ body: signIn });
  const rows = await database.sql`select email, instance_admin, email_verified from people`;
  expect([...rows]).toEqual([{ email, instance_admin: false, email_verified: false }]);
  expect(await database.sql`select 1 from project_members`).toHaveLength(0);
});
