import postgres from "postgres";
import { AppError } from "@/lib/errors";

/** The oldest Postgres that the schema is tested with. */
const OLDEST_MAJOR = 15;

export type ServerFacts = {
  /** server_version_num: 180004 is 18.4. */
  readonly version: number;
  /** server_version, for people. */
  readonly shown: string;
  readonly encoding: string;
};

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
    const [row] = await sql<ServerFacts[]>`
      select current_setting('server_version_num')::int as version,
             current_setting('server_version') as shown,
             current_setting('server_encoding') as encoding`;
    const refusal = row === undefined ? null : refusalOf(row, placeOf(url));
    if (refusal !== null) throw new AppError("database", refusal);
  } catch (error) {
    throw explain(error, url);
  } finally {
    await sql.end({ timeout: 5 }).catch(() => {});
  }
}

/** @returns the sentence why this server cannot be used, or null when it can */
export function refusalOf({ version, shown, encoding }: ServerFacts, place: string): string | null {
  if (version < OLDEST_MAJOR * 10_000) {
    return `The Postgres at ${place} is version ${shown}, and Aftermath needs ${OLDEST_MAJOR} or newer.`;
  }
  if (encoding !== "UTF8") {
    return `The database at ${place} is encoded in ${encoding}, and Aftermath needs UTF8.`;
  }
  return null;
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
