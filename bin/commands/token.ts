import { createDb, type Database } from "@/db/client";
import { findProject } from "@/db/queries/projects";
import { listTokens, type TokenRow } from "@/db/queries/tokens";
import { scopeIn, type Scope } from "@/db/scope";
import { TOKEN_SCOPES, type TokenScope } from "@/db/schema/api-tokens";
import { madeToken, tokenRevoked } from "@/lib/auth/changed-tokens";
import { AppError } from "@/lib/errors";
import { withDatabase } from "../with-database";
import { OWNER } from "./owner";

type Context = {
  project: string;
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a token of the API and prints it, once: it is stored as a digest only. Words go to stderr, the
 * token to stdout.
 *
 * @param scope the scopes, separated by commas
 * @param expires a number of days as `90d`; absent, it never expires
 * @throws AppError invalid_input: unknown scope or duration; not_found: no such project
 */
export async function runTokenCreate(
  given: Context & { scope: string; expires?: string; name: string },
): Promise<number> {
  const scopes = scopesOf(given.scope);
  const expiresAt = expiryOf(given.expires, new Date());
  const { token, row } = await inProject(given, ({ db }, scope) =>
    madeToken(db, scope, OWNER, { name: given.name, scopes, expiresAt }),
  );
  if (given.json) write({ ...jsonOf(row), token });
  else {
    process.stdout.write(`${token}\n`);
    given.log(`It is shown this once. ${describe(row)}`);
  }
  return 0;
}

/** Lists the project's tokens, newest first, the revoked and the expired too. */
export async function runTokenList(given: Context): Promise<number> {
  const rows = await inProject(given, ({ db }, scope) => listTokens(db, scope));
  if (given.json) write(rows.map(jsonOf));
  else for (const row of rows) process.stdout.write(`${describe(row)}\n`);
  if (rows.length === 0) given.log("The project has no token.");
  return 0;
}

/**
 * Revokes a token at once.
 *
 * @param which its id, or the characters that lists show of it
 * @throws AppError not_found: no such token; conflict: the characters are those of several
 */
export async function runTokenRevoke(which: string, given: Context): Promise<number> {
  const row = await inProject(given, async ({ db }, scope) => {
    const found = (await listTokens(db, scope)).filter(
      ({ id, prefix }) => id === which || prefix === which,
    );
    const [one] = found;
    if (one === undefined) throw new AppError("not_found", `There is no token ${which}.`);
    if (found.length > 1)
      throw new AppError("conflict", `Several tokens begin with ${which}; give the id.`);
    return (await tokenRevoked(db, scope, OWNER, one.id)) ?? one;
  });
  if (given.json) write(jsonOf(row));
  else given.log(`Revoked. ${describe(row)}`);
  return 0;
}

async function inProject<T>(
  { project, log, signal }: Context,
  work: (database: Database, scope: Scope) => Promise<T>,
): Promise<T> {
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 1 });
      try {
        const found = await findProject(database.db, project);
        if (found === null) throw new AppError("not_found", `There is no project "${project}".`);
        return await work(database, scopeIn(found.id));
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}

/** @throws AppError invalid_input: a scope that there is not, or none */
export function scopesOf(text: string): TokenScope[] {
  const names = new Set(text.split(",").map((name) => name.trim()));
  const scopes = TOKEN_SCOPES.filter((scope) => names.has(scope));
  if (scopes.length > 0 && scopes.length === names.size) return scopes;
  throw new AppError(
    "invalid_input",
    `--scope takes ${TOKEN_SCOPES.join(" and ")}, separated by a comma; it is "${text}".`,
  );
}

/** @throws AppError invalid_input: no whole number of days from 1 to 3650 */
export function expiryOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const days = Number(/^([0-9]{1,4})d$/.exec(text)?.[1]);
  if (days >= 1 && days <= 3650) return new Date(now.getTime() + days * DAY_MS);
  throw new AppError(
    "invalid_input",
    `--expires takes a number of days from 1d to 3650d; it is "${text}".`,
  );
}

function describe(row: TokenRow): string {
  const day = (instant: Date) => instant.toISOString().slice(0, 10);
  const state =
    row.revokedAt !== null
      ? `revoked ${day(row.revokedAt)}`
      : row.expiresAt === null
        ? "never expires"
        : `expires ${day(row.expiresAt)}`;
  const used = row.lastUsedAt === null ? "never used" : `last used ${day(row.lastUsedAt)}`;
  return `${row.prefix}…  ${row.name}  ${row.scopes.join(",")}  ${state}  ${used}  ${row.id}`;
}

/** Instants become RFC 3339 in UTC when it is written. */
function jsonOf(row: TokenRow): Record<string, unknown> {
  return { ...row };
}

function write(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
