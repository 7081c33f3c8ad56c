import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { checkServer } from "@/db/server-check";

export type OpenDatabase = {
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
  readonly dataDir: string;
  readonly log: (line: string) => void;
}): Promise<OpenDatabase> {
  const database = await reach(options);
  try {
    await migrate(database.url, { log: options.log });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
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
