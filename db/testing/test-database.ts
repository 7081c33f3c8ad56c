import { scopeIn, type Scope } from "@/db/scope";
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { createDb, type Database } from "@/db/client";
import { ensureProject } from "@/db/queries/projects";
import { databaseUrl, TEST_APPLICATION, TEST_SERVER, TEST_TEMPLATE } from "./global-setup";

export type TestDatabase = Database & {
  /** By which the application connects: its role owns nothing. */
  url: string;
  /** The owner of the tables, a superuser: for what no application may do, as to tamper with evidence. */
  owner: postgres.Sql;
  ownerUrl: string;
  /** A project of its own, so that tests of one file do not see each other's campaigns. */
  newProject(): Promise<Scope>;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
};

/** A database of its own for one test file: a clone of the migrated template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_SERVER];
  const template = process.env[TEST_TEMPLATE];
  const application = process.env[TEST_APPLICATION];
  if (serverUrl === undefined || template === undefined || application === undefined)
    throw new Error("no test server: the global setup of db/testing did not run");
  const name = `aftermath_test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const ownerUrl = databaseUrl(serverUrl, name);
  const url = databaseUrl(application, name);
  const database = createDb(url);
  const owner = postgres(ownerUrl, { max: 4, onnotice: () => {} });
  let projects = 0;
  return {
    ...database,
    url,
    owner,
    ownerUrl,
    async newProject() {
      projects += 1;
      const { id } = await ensureProject(database.db, `project-${projects}`, `Project ${projects}`);
      return scopeIn(id);
    },
    async drop() {
      await database.close();
      await owner.end();
      await onServer(serverUrl, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
