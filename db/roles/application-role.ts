import { createHash, createHmac } from "node:crypto";
import postgres from "postgres";
import { ALL_RIGHTS, FUNCTIONS, RIGHTS } from "./rights";

export type ApplicationAccess = {
  /** The address by which the application connects. */
  url: string;
  /** Why that is the owner of the tables, in one sentence; null: it owns nothing. */
  warning: string | null;
};

/** One lock for the whole database, beside that of db/migrate.ts. */
const LOCK = 5_417_620_260_112;
/** "insufficient_privilege", "invalid_password", "invalid_authorization_specification". */
const NOT_ALLOWED = "42501";

export const OWNER_WARNING =
  "The application connects as the owner of its tables, so that the database does not keep it from changing evidence: give DATABASE_URL a role that may create roles, or set DATABASE_OWNER_URL beside a DATABASE_URL of a role that owns nothing.";

/**
 * Makes the role that the application connects as, which owns nothing and may only add to evidence
 * (rights.ts), and says how to connect as it. Called after every migration; any number of processes may.
 *
 * Its password follows from the owner's, so that it has to be kept nowhere; it is worth no more than that
 * one, and cannot be turned back into it.
 *
 * @param url of the tables' owner, or of a role that owns nothing already
 */
export async function applicationAccess(url: string): Promise<ApplicationAccess> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    if (!(await mayChangeEvidence(sql))) return { url, warning: null };
    const application = await applicationUrl(sql, url);
    if (await hasItsRights(application)) return { url: application, warning: null };
    const { username, password } = new URL(application);
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      await makeRole(tx, username, decodeURIComponent(password));
      await grantTo(tx, username);
    });
    return (await hasItsRights(application))
      ? { url: application, warning: null }
      : { url, warning: OWNER_WARNING };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== NOT_ALLOWED) throw error;
    return { url, warning: OWNER_WARNING };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Gives the role of an address its rights, when it was made by hand.
 *
 * @param ownerUrl of DATABASE_OWNER_URL
 * @param url of DATABASE_URL
 */
export async function grantApplication(ownerUrl: string, url: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      await grantTo(tx, decodeURIComponent(new URL(url).username));
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Whether whoever is connected could change evidence without a sound. */
export async function mayChangeEvidence(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select has_table_privilege('episode_records', 'update') as may`;
  return row?.may !== false;
}

/** The role is the database's own: other databases of the same server have others. */
async function applicationUrl(sql: postgres.Sql, url: string): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const name = row?.name ?? "";
  const application = new URL(url);
  const { password } = application;
  application.username = `aftermath_app_${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;
  // Without a password the server knows its users otherwise, and will know this one or not.
  if (password !== "")
    application.password = createHmac("sha256", decodeURIComponent(password))
      .update(`aftermath application ${name}`)
      .digest("hex");
  return application.href;
}

async function makeRole(tx: postgres.TransactionSql, name: string, password: string) {
  const found = await tx`select from pg_roles where rolname = ${name}`;
  if (found.length === 0)
    await tx`create role ${tx(name)} login nosuperuser nocreatedb nocreaterole`;
  // A role takes no parameter here; what stands between the quotes is hexadecimal.
  if (password !== "") await tx.unsafe(`alter role "${name}" password '${hexOnly(password)}'`);
}

function hexOnly(password: string): string {
  if (!/^[0-9a-f]*$/.test(password)) throw new Error("a derived password is hexadecimal");
  return password;
}

async function grantTo(tx: postgres.TransactionSql, role: string): Promise<void> {
  const to = tx(role);
  const [database] = await tx<{ name: string }[]>`select current_database() as name`;
  await tx`grant connect on database ${tx(database?.name ?? "")} to ${to}`;
  await tx`revoke create on schema public from public`;
  await tx`grant usage on schema public, drizzle to ${to}`;
  await tx`revoke all on all tables in schema public, drizzle from ${to}`;
  await tx`grant select on all tables in schema drizzle to ${to}`;
  await tx`grant usage, select on all sequences in schema public to ${to}`;
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')`;
  for (const { name } of tables) {
    const rights = (RIGHTS[name] ?? ALL_RIGHTS).join(", ");
    await tx`grant ${tx.unsafe(rights)} on ${tx(name)} to ${to}`;
  }
  for (const signature of FUNCTIONS)
    await tx`grant execute on function ${tx.unsafe(signature)} to ${to}`;
}

/** Whether the role is let in and may do what it is to do, no less and no more. */
async function hasItsRights(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const rows = await sql<{ name: string; rights: string[] }[]>`
      select c.relname as name, array_remove(array[
        case when has_table_privilege(c.oid, 'select') then 'select' end,
        case when has_table_privilege(c.oid, 'insert') then 'insert' end,
        case when has_table_privilege(c.oid, 'update') then 'update' end,
        case when has_table_privilege(c.oid, 'delete') then 'delete' end,
        case when has_table_privilege(c.oid, 'truncate') then 'truncate' end], null) as rights
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')`;
    const [functions] = await sql<{ may: boolean }[]>`
      select bool_and(has_function_privilege(name, 'execute')) as may
      from unnest(${[...FUNCTIONS]}::text[]) name`;
    return (
      functions?.may === true &&
      rows.every(({ name, rights }) => rights.join() === (RIGHTS[name] ?? ALL_RIGHTS).join())
    );
  } catch {
    return false; // not let in, or not there yet
  } finally {
    await sql.end({ timeout: 5 });
  }
}
