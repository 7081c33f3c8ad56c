import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";

declare module "vitest" {
  // Vitest's own way to name what a global setup provides; a type cannot be merged into.
  interface ProvidedContext {
    /** Where test databases are made: a server's maintenance database, and the migrated template. */
    testServer: { url: string; template: string };
  }
}

/**
 * One real Postgres for all database tests: that of DATABASE_URL, else an embedded one in a temporary
 * folder. One migrated template database, which each test file clones. Without a database the run fails.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `aftermath_template_${randomBytes(6).toString("hex")}`;
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(template)} encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`;
    await migrate(databaseUrl(server.url, template), { log: () => {} });
  } catch (error) {
    await sql.end();
    await server.stop();
    throw error;
  }
  project.provide("testServer", { url: server.url, template });
  return async () => {
    await sql`drop database ${sql(template)} with (force)`;
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
