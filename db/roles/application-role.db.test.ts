import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAnnotation } from "@/db/queries/annotations";
import { findCampaign } from "@/db/queries/campaigns";
import { migrate } from "@/db/migrate";
import { databaseUrl } from "@/db/testing/global-setup";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { memorySource } from "@/lib/importers/memory-source";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";
import { figure } from "@/lib/testing/security-figure";
import {
  applicationAccess,
  grantApplication,
  mayChangeEvidence,
  OWNER_WARNING,
} from "./application-role";
import { RIGHTS } from "./rights";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

const NOT_ALLOWED = { code: "42501" };
/** Tables of which no row is ever changed. A campaign's own row is completed once, by the database. */
const EVIDENCE = Object.entries(RIGHTS)
  .filter(([name, rights]) => !rights.includes("update") && name !== "episode_rows")
  .map(([name]) => name);

describe("the application's role", () => {
  test.each([
    "update episodes set damage = 0",
    "delete from episode_records",
    "truncate leaf_blocks",
    "drop table calls",
    "alter table campaign_seals disable trigger all",
    "set session_replication_role = replica",
    "update campaigns set name = 'x'",
    "delete from campaigns",
    "delete from projects",
    "delete from annotations",
    "update checkpoints set note = 'x'",
    "update log_entries set body = 'x'",
    "delete from log_entries",
    "insert into log_entries values (99, 'sealed', null, '{}', sha256('{}'))",
    "update episode_records set raw = null",
    "delete from source_chunks",
    "insert into content_drops (campaign_id) values (gen_random_uuid())",
    "update emptied_blocks set remains = derived",
    "insert into deleted_campaigns (id) values (gen_random_uuid())",
    "select append_log_entry('deleted', null, '{}')",
    "create table public.mine (no int)",
    "create function public.mine() returns int language sql as 'select 1'",
    "select * from episodes for update",
  ])("A6: may not %s", async (statement) => {
    await expect(database.sql.unsafe(statement)).rejects.toMatchObject(NOT_ALLOWED);
  });

  test("A6: owns nothing, and may change no row of evidence", async () => {
    const [owned] = await database.sql<{ n: number }[]>`
      select (select count(*) from pg_class where relowner = me.oid)
        + (select count(*) from pg_proc where proowner = me.oid)
        + (select count(*) from pg_namespace where nspowner = me.oid) as n
      from pg_roles me where me.rolname = current_user`;
    expect(Number(owned?.n)).toBe(0);
    const may = await database.sql<{ name: string }[]>`
      select name from unnest(${EVIDENCE}::text[]) name
      where has_table_privilege(name, 'update') or has_table_privilege(name, 'delete')
        or has_table_privilege(name, 'truncate') or has_any_column_privilege(name, 'update')`;
    expect(may.map(({ name }) => name)).toEqual([]);
    const [role] = await database.sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user`;
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
    });
  });

  test("A6: every table that is named is there, and no other holds a campaign's rows", async () => {
    const rows = await database.owner<{ name: string; of: boolean }[]>`
      select c.relname as name, exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'campaign_id') as of
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`;
    const known = new Set(rows.map(({ name }) => name));
    expect(Object.keys(RIGHTS).filter((name) => !known.has(name))).toEqual([]);
    const open = rows.filter(({ name, of }) => of && RIGHTS[name] === undefined);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("A6: of all that an import, a note and a deletion write, no row is changed", async () => {
    const scope = await database.newProject();
    const text = nativeText({ episodes: manyEpisodes(30) });
    for (const replace of [false, true]) {
      const source = memorySource("run.jsonl", {
        "run.jsonl": replace ? text.replace("Campaign 1", "Again") : text,
      });
      const { projectId } = scope;
      const done = await ingestSource({ database, projectId, source, options: {}, replace });
      expect(done.state).toBe("done");
    }
    const campaign = await findCampaign(database.db, scope, "c1");
    const campaignId = campaign?.id ?? "";
    const note = { kind: "note", author: "Ada", text: "seen" } as const;
    const about = { outcome: null, resolves: null, callNo: null };
    await addAnnotation(database.db, scope, { campaignId, seq: 1 }, { ...note, ...about });
    await deleteCampaign(database, { ...scope, campaignId, by: SYSTEM, explanation: "seen" });
    // A connection tells its counts when it has been idle for a second, or ten.
    const counted = () => database.owner<{ name: string; changed: number; added: number }[]>`
      select relname as name, n_tup_upd::int as changed, n_tup_ins::int as added from pg_stat_user_tables
      where relname in ${database.owner(EVIDENCE)} order by 1`;
    await expect
      .poll(async () => (await counted()).find(({ name }) => name === "episodes")?.added, {
        timeout: 40_000,
        interval: 500,
      })
      .toBe(60);
    const rows = await counted();
    const changed = rows.filter((row) => row.changed > 0).map(({ name }) => name);
    expect(changed).toEqual(["campaigns"]);
    await figure(
      "A6",
      `23 statements refused with 42501; 0 rows changed in ${EVIDENCE.length - 1} evidence tables by imports, a note and deletions`,
    );
  });
});

describe("a database that is not ours", () => {
  const name = `aftermath_limited_${randomBytes(4).toString("hex")}`;
  let limited: string;

  beforeAll(async () => {
    const { owner, ownerUrl } = database;
    await owner.unsafe(`create role ${name} login password 'limited'`);
    await owner.unsafe(`create role ${name}_app login password 'application'`);
    await owner.unsafe(`create database ${name} owner ${name} template template0`);
    const url = new URL(databaseUrl(ownerUrl, name));
    Object.assign(url, { username: name, password: "limited" });
    limited = url.href;
    await migrate(limited, { log: () => {} });
  });

  afterAll(async () => {
    await database.owner.unsafe(`drop database ${name} with (force)`);
    await database.owner.unsafe(`drop role ${name}, ${name}_app`);
  });

  test("A6: whose user may make no role is used as it is, and that is said", async () => {
    expect(await applicationAccess(limited)).toEqual({ url: limited, warning: OWNER_WARNING });
  });

  test("A6: a role that was made by hand gets its rights from the owner's address", async () => {
    const url = new URL(limited);
    Object.assign(url, { username: `${name}_app`, password: "application" });
    await grantApplication(limited, url.href);
    expect(await applicationAccess(url.href)).toEqual({ url: url.href, warning: null });
    const sql = postgres(url.href, { max: 1, onnotice: () => {} });
    expect(await mayChangeEvidence(sql)).toBe(false);
    await expect(sql`delete from campaigns`).rejects.toMatchObject(NOT_ALLOWED);
    await sql.end();
    // As every start of the application does: there is nothing to migrate, and nothing to own.
    await migrate(url.href, { log: () => {} });
  });
});

test("A6: the role is made once, and is the same for whoever asks", async () => {
  const [one, two] = await Promise.all([
    applicationAccess(database.ownerUrl),
    applicationAccess(database.ownerUrl),
  ]);
  expect(one).toEqual(two);
  expect(one.warning).toBeNull();
  const { username } = new URL(one.url);
  expect(username).toMatch(/^aftermath_app_[0-9a-f]{12}$/);
  await database.owner.unsafe(`drop owned by ${username}; drop role ${username}`);
});
