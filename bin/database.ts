import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { applicationAccess, grantApplication } from "@/db/roles/application-role";
import { checkServer } from "@/db/server-check";

export type OpenDatabase = {
  /** By which the application connects: as a role that owns nothing, wherever that can be had. */
  readonly url: string;
  /** Stops what was started for it: nothing when the database is not ours. */
  readonly close: () => Promise<void>;
};

/**
 * The database, running and migrated: the one of DATABASE_URL, or the embedded one of a data
 * folder whose lock the caller holds. What was started is stopped again when a later step fails.
 */
export async function openDatabase(options: {
  readonly databaseUrl: string | null;
  /** Of the tables' owner, when DATABASE_URL is of another role. */
  readonly ownerUrl?: string | null;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}): Promise<OpenDatabase> {
  const database = await reach(options);
  try {
    const url = await migrated(database.url, options);
    return { ...database, url };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Brings the schema up to this code as the owner of its tables.
 *
 * @returns the address by which the application connects
 */
export async function migrated(
  url: string,
  { ownerUrl, log }: { ownerUrl?: string | null; log: (line: string) => void },
): Promise<string> {
  await migrate(ownerUrl ?? url, { log });
  if (ownerUrl !== undefined && ownerUrl !== null) await grantApplication(ownerUrl, url);
  const access = await applicationAccess(url);
  if (access.warning !== null) log(access.warning);
  return access.url;
}

async function reach({ databaseUrl, dataDir, log }: Parameters<typeof openDatabase>[0]) {
  if (databaseUrl !== null) {
    log("Checking the database of DATABASE_URL …");
    await checkServer(databaseUrl);
    return { url: databaseUrl, close: async () => {} };
  }
  log("Starting the database …");
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  return { url: embedded.url, close: embedded.stop };
}
