import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { applicationAccess } from "@/db/roles/application-role";

/** How the workers learn of the server, by its maintenance database, and of the migrated template. */
export const TEST_SERVER = "AFTERMATH_TEST_SERVER";
export const TEST_TEMPLATE = "AFTERMATH_TEST_TEMPLATE";
/** The address of the template as the application's role. */
export const TEST_APPLICATION = "AFTERMATH_TEST_APPLICATION";

/**
 * One real Postgres for all database tests: that of DATABASE_URL, else an embedded one in a temporary
 * folder. One migrated template database, which each test file clones. Without a database the run fails.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `aftermath_template_${randomBytes(6).toString("hex")}`;
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(template)} encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`;
    const owner = databaseUrl(server.url, template);
    await migrate(owner, { log: () => {} });
    // Tests run as the application does: whatever they do, its role may do.
    const { url, warning } = await applicationAccess(owner);
    if (warning !== null) throw new Error(warning);
    process.env[TEST_APPLICATION] = url;
  } catch (error) {
    await sql.end();
    await server.stop();
    throw error;
  }
  // The workers are forked after this and inherit it.
  process.env[TEST_SERVER] = server.url;
  process.env[TEST_TEMPLATE] = template;
  return async () => {
    await sql`drop database ${sql(template)} with (force)`;
    const role = new URL(process.env[TEST_APPLICATION] ?? "").username;
    await sql`drop role if exists ${sql(role)}`;
    await sql.end();
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && url !== "") return { url, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "aftermath-test-"));
  await chmod(dataDir, 0o711);
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
