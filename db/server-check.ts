import postgres from "postgres";
import { AppError } from "@/lib/errors";

/** The oldest Postgres that the schema is tested with. */
const OLDEST_MAJOR = 15;

/** Why a connection failed, by the code of the system, of postgres.js, or of Postgres itself. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the host's name cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "it hung up; perhaps it is no Postgres, or wants TLS (?sslmode=require)",
  CONNECT_TIMEOUT: "it does not answer",
  CONNECTION_CLOSED: "it hung up; perhaps it is no Postgres",
  "28P01": "it refuses the user or the password",
  "28000": "it refuses this user from this machine",
  "3D000": "it has no database of that name",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

/**
 * Looks at a Postgres that is not ours before anything is done to it.
 *
 * @param url of DATABASE_URL
 * @throws AppError database: not reachable, too old, or not in UTF-8; the password is never named
 */
export async function checkServer(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: number; shown: string; encoding: string }[]>`
      select current_setting('server_version_num')::int as version,
             current_setting('server_version') as shown,
             current_setting('server_encoding') as encoding`;
    if (row === undefined || row.version < OLDEST_MAJOR * 10_000) {
      throw new AppError(
        "database",
        `The Postgres at ${placeOf(url)} is version ${row?.shown}, and Aftermath needs ${OLDEST_MAJOR} or newer.`,
      );
    }
    if (row.encoding !== "UTF8") {
      throw new AppError(
        "database",
        `The database at ${placeOf(url)} is encoded in ${row.encoding}, and Aftermath needs UTF8.`,
      );
    }
  } catch (error) {
    throw explain(error, url);
  } finally {
    await sql.end({ timeout: 5 }).catch(() => {});
  }
}

function explain(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const reason = REASONS[String(error.code)];
  if (reason === undefined) return error;
  return new AppError("database", `DATABASE_URL leads to ${placeOf(url)}, and ${reason}.`, {
    cause: error,
  });
}

/** Host, port and database: what a person needs to find the mistake, without the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
}
