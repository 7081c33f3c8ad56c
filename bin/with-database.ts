import { setTimeout as wait } from "node:timers/promises";
import { connectEmbeddedUrl } from "@/db/embedded";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { dataFolder, makeDataFolder } from "./data-folder.mjs";
import { migrated, openDatabase } from "./database";
import { holderOf, tryInstanceLock } from "./instance-lock.mjs";

const POLL_MS = 250;

/**
 * Runs a command on the database that the server would use: the one of DATABASE_URL, else the
 * embedded one. That is borrowed while a server runs it, and else started for the duration.
 * Migrated in every case.
 *
 * @param work gets the address of the database
 * @param log for what is being waited for; not stdout, where a command's data go
 * @param signal ends the waiting for another process; `work` has to look at it itself
 * @throws AppError as `openDatabase` does
 */
export async function withDatabase<T>(
  work: (url: string) => Promise<T>,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<T> {
  const { databaseUrl, ownerUrl } = readEnv(process.env);
  const dataDir = dataFolder(process.env);
  // Checkpoints that a command makes are signed by the server's key, where it is here.
  process.env["AFTERMATH_DATA_DIR"] = dataDir;
  if (databaseUrl !== null) {
    const { url } = await openDatabase({ databaseUrl, ownerUrl, dataDir, log });
    return work(url);
  }
  makeDataFolder(dataDir);
  let told = false;
  for (;;) {
    const lock = tryInstanceLock(dataDir, "command");
    if (lock !== null) {
      try {
        return await onOwnDatabase(work, dataDir, log);
      } finally {
        lock.release();
      }
    }
    // A command stops its database when it is done: only a server's can be shared, and only when
    // that is up. Before, the database may be there and its tables, or itself, not yet.
    const holder = holderOf(dataDir);
    if (holder?.what === "server" && holder.address !== undefined) {
      if (holder.database === "external") {
        throw new AppError(
          "settings",
          `The server at ${holder.address} uses the Postgres of its DATABASE_URL: set the same DATABASE_URL for this command.`,
        );
      }
      const url = await connectEmbeddedUrl({ dataDir });
      if (url !== null) {
        return work(await migrated(url, { log }));
      }
    }
    if (!told) log("Another process starts or uses the database: waiting for it …");
    told = true;
    await wait(POLL_MS, undefined, { signal });
  }
}

async function onOwnDatabase<T>(
  work: (url: string) => Promise<T>,
  dataDir: string,
  log: (line: string) => void,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir, log });
  try {
    return await work(database.url);
  } finally {
    await database.close();
  }
}
