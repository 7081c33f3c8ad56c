import type { Scope } from "@/db/scope";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb, type Database } from "@/db/client";
import { listImports } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import type { Importer } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "./ingest-source";
import { blockSource } from "./testing/blocked-source";
import { manyEpisodes, nativeText } from "./testing/native-text";

let database: TestDatabase;
let pool: Database;
/** Nothing may be thrown where nobody can catch it: that would end the server. */
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  database = await openTestDatabase();
  pool = createDb(database.url, { max: 4 });
  process.on("uncaughtExceptionMonitor", note);
});

afterAll(async () => {
  process.off("uncaughtExceptionMonitor", note);
  await pool.close();
  await database.drop();
});

const text = nativeText({ episodes: manyEpisodes(1300) });

function ingest(projectId: string, importer: Importer = aftermath) {
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  return ingestSource({ database: pool, projectId, source, importer, options: {} });
}

/** Ends the connection on which the import of the project runs. */
async function cut(projectId: string): Promise<void> {
  for (;;) {
    const { count } = await database.sql`
      select pg_terminate_backend(pid) from pg_locks l join imports i
        on ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended(i.id::text, 0)
      where locktype = 'advisory' and objsubid = 1 and i.project_id = ${projectId}`;
    if (count > 0) return;
    await wait(10);
  }
}

async function keptNothing(scope: Scope): Promise<void> {
  await wait(100);
  expect(uncaught).toEqual([]);
  const [row] = await listImports(database.db, scope);
  expect(row).toMatchObject({
    state: "failed",
    error: "The database went away during the import; nothing of it was kept. Import it again.",
  });
  const [left] = await database.sql<{ n: number }[]>`
    select (select count(*) from campaigns where project_id = ${scope.projectId})
      + (select count(*) from episodes where project_id = ${scope.projectId}) as n`;
  expect(Number(left?.n)).toBe(0);
  expect(await ingest(scope.projectId)).toMatchObject({ state: "done" });
}

test("E7: a connection that breaks under a statement ends the import, and nothing else", async () => {
  const scope = await database.newProject();
  const block = await blockSource(database, scope.projectId, text);
  const importing = expect(ingest(scope.projectId)).rejects.toMatchObject({ code: "database" });
  await cut(scope.projectId);
  await importing;
  await block.free();
  await keptNothing(scope);
});

test.each([0, 1, 3, 700])(
  "one that breaks between statements, after %i records: what comes later is sent nowhere",
  async (records) => {
    const scope = await database.newProject();
    const pausing: Importer = {
      ...aftermath,
      async *read(source, options, given) {
        let seen = 0;
        for await (const item of aftermath.read(source, options, given)) {
          if (seen === records) {
            await cut(scope.projectId);
            // The pool opens the broken connection again for somebody else.
            await wait(50);
            await Promise.all([1, 2, 3, 4].map(() => pool.sql`select pg_sleep(0.02)`));
          }
          seen += 1;
          yield item;
        }
      },
    };
    await expect(ingest(scope.projectId, pausing)).rejects.toMatchObject({ code: "database" });
    await keptNothing(scope);
  },
);
