import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createDb, type Database } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { setRole } from "@/db/queries/members";
import { insertPerson } from "@/db/queries/people";
import { ensureProject, findProject } from "@/db/queries/projects";
import { saveView } from "@/db/queries/saved-views";
import { createToken } from "@/db/queries/tokens";
import { opened, scopeIn, type Scope } from "@/db/scope";
import { saveComparison } from "@/lib/answers/comparison-saved";
import { createAccounts, type Accounts } from "@/lib/auth/accounts";
import type { ProjectRole } from "@/lib/domain/project-role";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/auth/own-account";
import { hashPassword } from "@/lib/auth/password-hash";
import type { Asker } from "@/lib/auth/route-matrix";
import { answerSecondFactor } from "@/lib/auth/second-factor";
import { signIn } from "@/lib/auth/sign-in";
import { newAddress, PASSWORD, sentFrom, signedInCookies } from "@/lib/auth/testing/people";
import { totp } from "@/lib/auth/testing/totp";
import { makeToken } from "@/lib/auth/token";
import { SYSTEM } from "@/lib/domain/actor";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { openLive } from "@/lib/ingest/live/open-live";
import { openChunked } from "@/lib/ingest/upload/chunked-upload";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { startServer, type RunningServer } from "./running-server";

/** What stands in a project, by the parts of addresses; `canary` is in every text of it and nowhere else. */
export type Home = {
  scope: Scope;
  canary: string;
  parts: Record<string, string>;
  /** `campaign/arm`, twice. */
  arms: readonly [string, string];
};

export type HalfSignedIn = {
  headers: Record<string, string>;
  /** Gives the second step: what the same person sends from then on. */
  finish: () => Promise<Record<string, string>>;
};

export type World = {
  database: Database;
  server: RunningServer;
  /** Of everything: the database's files and the server's. */
  folder: string;
  home: Home;
  away: Home;
  /** What each asker sends along, and the person's id. */
  askers: Readonly<Record<Asker, { headers: Record<string, string>; personId: string | null }>>;
  /** An admin of the first project who gave the password and not yet the code. */
  halfSignedIn: HalfSignedIn;
  /** What the server was given to keep to itself, beside what stands in the database. */
  secrets: readonly string[];
  close: () => Promise<void>;
};

/** Two projects, everybody who may ask, and the built server with accounts on. */
export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "aftermath-access-"));
  await chmod(folder, 0o711); // so that root's Postgres gets through
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await migrate(postgres.url, { log: () => {} });
  const database = createDb(postgres.url, { max: 4 });
  const home = await newHome(database, dataDir, "home");
  const away = await newHome(database, dataDir, "away");
  const secret = randomBytes(32).toString("hex");
  const clientSecret = `client-${randomBytes(12).toString("hex")}`;
  const server = await startServer({
    AFTERMATH_ACCOUNTS: "on",
    AFTERMATH_SECRET: secret,
    AFTERMATH_DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    // A sign-in service that is down.
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "aftermath",
    OIDC_CLIENT_SECRET: clientSecret,
  });
  const accounts = createAccounts({
    db: database.db,
    secret,
    publicUrl: server.address,
    log: () => {},
  });
  const person = (name: string, scope: Scope | null, role: ProjectRole = "viewer") =>
    newPerson(database, accounts, { name, scope, role });
  const nobody = { headers: {}, personId: null };
  return {
    database,
    server,
    folder,
    home,
    away,
    askers: {
      nobody,
      viewer: await person("viewer", home.scope),
      editor: await person("editor", home.scope, "editor"),
      admin: await person("admin", home.scope, "admin"),
      "instance admin": await person("instance", null),
      "foreign viewer": await person("foreign", away.scope),
      "ingest token": await newToken(database, home.scope, "ingest"),
      "read token": await newToken(database, home.scope, "read"),
    },
    halfSignedIn: await newHalfSignedIn(database, accounts, home.scope),
    secrets: [secret, clientSecret, await signingKeyIn(dataDir)],
    async close() {
      await server.stop();
      await database.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A line of the key by which the server signs checkpoints. */
async function signingKeyIn(dataDir: string): Promise<string> {
  const pem = await readFile(join(dataDir, "signing-key.pem"), "utf8");
  const [, line = ""] = pem.split("\n");
  if (line.length < 40) throw new Error("the signing key has another form");
  return line;
}

async function newHome(database: Database, dataDir: string, slug: string): Promise<Home> {
  const { db } = database;
  const canary = `canary-${slug}-${randomBytes(6).toString("hex")}`;
  const { id } = await ensureProject(db, slug, `Project ${canary}`);
  const scope = scopeIn(id);
  const done = await importOne(database, scope, { key: `${slug}-first`, canary });
  await keepSource(database, scope, { campaignId: done.campaignId, canary });
  const again = await importOne(database, scope, { key: `${slug}-second`, canary });
  const { id: live } = await openLive(database, { ...scope, by: SYSTEM }, liveRecord(canary));
  const { id: upload } = await openChunked(dataDir, id, {
    name: `${canary}.jsonl`,
    sizeBytes: 100,
    chunkBytes: 100,
    options: {},
    replace: false,
    keepSource: true,
    manifest: null,
    review: false,
  });
  const project = await findProject(db, slug);
  if (project === null) throw new Error(`${slug} is missing`);
  const arms = [`${done.campaignSlug}/on`, `${again.campaignSlug}/on`] as const;
  const query = { baseline: [arms[0]], candidate: [arms[1]] };
  const comparison = await saveComparison(db, opened(project), { name: canary, query }, SYSTEM);
  await saveView(db, scope, { page: "campaigns", name: canary, query: "outcome=aborted" });
  return {
    scope,
    canary,
    arms,
    parts: {
      project: slug,
      campaign: done.campaignSlug,
      episode: "1",
      check: "denied_and_executed",
      comparison,
      import: done.importId,
      file: String(FILE_NO),
      live,
      upload,
      chunk: "0",
    },
  };
}

async function importOne(
  database: Database,
  { projectId }: Scope,
  { key, canary }: { key: string; canary: string },
) {
  const text = nativeText({
    key,
    name: `Campaign ${canary}`,
    episodes: [1, 2].map((replica) => ({
      replica,
      terminationDetail: canary,
      events: [{ kind: "message", role: "assistant", text: canary }],
    })),
  });
  const source = memorySource(`${canary}.jsonl`, { [`${canary}.jsonl`]: text });
  const result = await ingestSource({ database, projectId, source, options: {} });
  if (result.state !== "done") throw new Error(`not imported: ${JSON.stringify(result)}`);
  const [row] = await database.sql<{ id: string }[]>`
    select id from campaigns where project_id = ${projectId} and slug = ${result.campaignSlug}`;
  return { ...result, campaignId: row?.id ?? "" };
}

/** As an import of a foreign format keeps its files: a native one is its records. */
const FILE_NO = 9;

async function keepSource(
  { sql }: Database,
  { projectId }: Scope,
  { campaignId, canary }: { campaignId: string; canary: string },
): Promise<void> {
  await sql`insert into source_files
    (project_id, campaign_id, file_no, path, size_bytes, sha256, masked, chunks)
    values (${projectId}, ${campaignId}, ${FILE_NO}, ${canary}, ${canary.length},
      sha256(${canary}::text::bytea), 0, 1)`;
  await sql`insert into source_chunks (project_id, campaign_id, file_no, chunk_no, gzip)
    values (${projectId}, ${campaignId}, ${FILE_NO}, 1, ${gzipSync(canary)})`;
}

function liveRecord(canary: string): Uint8Array {
  const [first = ""] = nativeText({ key: `live-${canary}`, name: canary, episodes: [] }).split(
    "\n",
  );
  return Buffer.from(first);
}

async function newPerson(
  database: Database,
  accounts: Accounts,
  { name, scope, role }: { name: string; scope: Scope | null; role: ProjectRole },
) {
  const email = `${name}@aftermath.test`;
  const passwordHash = await hashPassword(PASSWORD);
  const row = { name: `Person ${name}`, email, passwordHash, instanceAdmin: scope === null };
  const personId = await insertPerson(database.db, row);
  if (personId === null) throw new Error(`${email} was there already`);
  if (scope !== null) await setRole(database.db, scope, { personId, role });
  return { headers: sending(await signedInCookies(accounts, email)), personId, email };
}

async function newHalfSignedIn(
  database: Database,
  accounts: Accounts,
  scope: Scope,
): Promise<HalfSignedIn> {
  const person = { name: "half-signed-in", scope, role: "admin" } as const;
  const { headers, email } = await newPerson(database, accounts, person);
  const own = { accounts, headers: new Headers(headers) };
  const { secret, recoveryCodes } = await beginSecondFactor(own, PASSWORD);
  await confirmSecondFactor(own, totp(secret));
  const outcome = await signIn(accounts, { email, password: PASSWORD }, sentFrom(newAddress()));
  if (outcome.kind !== "second factor") throw new Error(`no second step: ${outcome.kind}`);
  const { cookies } = outcome;
  return {
    headers: sending(cookies),
    async finish() {
      const answer = { kind: "recovery", code: recoveryCodes[0] ?? "" } as const;
      const done = await answerSecondFactor(accounts, answer, sentFrom(newAddress(), cookies));
      if (done.kind !== "signed in") throw new Error(`the code was not taken: ${done.kind}`);
      return sending(done.cookies);
    },
  };
}

/** What a browser sends after these `Set-Cookie` lines. */
function sending(cookies: readonly string[]): Record<string, string> {
  return { cookie: sentFrom(newAddress(), cookies).get("cookie") ?? "" };
}

async function newToken(database: Database, scope: Scope, may: "ingest" | "read") {
  const { token, ...kept } = makeToken();
  await createToken(database.db, scope, { ...kept, name: may, scopes: [may], expiresAt: null });
  return { headers: { authorization: `Bearer ${token}` }, personId: null };
}
