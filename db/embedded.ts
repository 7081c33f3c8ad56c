import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { accountFor, canEnter, type Account } from "@/db/cluster/account";
import { embeddedUrl, ensureDatabase, untilAnswers } from "@/db/cluster/answers";
import { binariesFor, type Binaries } from "@/db/cluster/binaries";
import { isCluster, makeCluster, ownerOf } from "@/db/cluster/folder";
import { launch } from "@/db/cluster/launch";
import { freePort } from "@/db/cluster/port";
import { stopPostmaster } from "@/db/cluster/postmaster";
import { readRecord, writeRecord, type EmbeddedRecord } from "@/db/cluster/record";
import { SYSTEM_FOLDER, makeSystemFolder } from "@/db/cluster/system-folder";
import { AppError } from "@/lib/errors";

export type EmbeddedPostgres = {
  /** Address of the application's database, password included. */
  readonly url: string;
  readonly port: number;
  /** It ran already: its former owner was killed and it lived on. */
  readonly adopted: boolean;
  /** Ends every session, writes everything, and resolves when the process is gone. */
  readonly stop: () => Promise<void>;
};

type Options = {
  /** The data folder, existing; the caller holds its lock. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
};

/** How often another process may snatch the port between our look and Postgres taking it. */
const PORT_TRIES = 5;

/**
 * Starts the embedded Postgres of a data folder, making it at the first start, or adopts the one
 * that outlived its owner.
 *
 * @throws AppError settings, storage, database or unavailable: one sentence each
 */
export async function startEmbeddedPostgres({
  dataDir: given,
  log,
}: Options): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(given);
  const known = await readRecord(dataDir);
  const folderBefore = known === null ? null : resolve(dataDir, known.folder);
  const account = accountFor(folderBefore === null ? null : await ownerOf(folderBefore));
  const record = known ?? (await newRecord(dataDir, account, log));
  const folder = resolve(dataDir, record.folder);
  const binaries = await binariesFor(account, log);
  await ensureCluster({ dataDir, folder, record, binaries, account, log });

  const running = await untilAnswers(folder, record.password);
  const port =
    running ?? (await startOnFreePort({ dataDir, folder, record, binaries, account, log }));
  await writeRecord(dataDir, { ...record, port, initialised: true });
  if (running !== null) log("Adopted the database that was still running.");
  await ensureDatabase(port, record.password);
  return {
    url: embeddedUrl(port, record.password),
    port,
    adopted: running !== null,
    stop: () => stopPostmaster(folder),
  };
}

/**
 * The address of the embedded Postgres of a data folder that another process runs; waits while
 * that one is starting.
 *
 * @returns null when none runs
 * @throws AppError storage, when the record beside it cannot be read
 */
export async function connectEmbeddedUrl(options: {
  readonly dataDir: string;
}): Promise<string | null> {
  if (!existsSync(options.dataDir)) return null;
  const dataDir = await realpath(options.dataDir);
  const record = await readRecord(dataDir);
  if (record === null) return null;
  const port = await untilAnswers(resolve(dataDir, record.folder), record.password);
  return port === null ? null : embeddedUrl(port, record.password);
}

type Place = {
  readonly dataDir: string;
  readonly folder: string;
  readonly record: EmbeddedRecord;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly log: (line: string) => void;
};

/** The database folder: in the data folder, or where the Postgres user can reach it. */
async function newRecord(
  dataDir: string,
  account: Account,
  log: (line: string) => void,
): Promise<EmbeddedRecord> {
  if (await isCluster(join(dataDir, "postgres"))) {
    throw new AppError(
      "storage",
      `${join(dataDir, "embedded.json")} is gone, and with it the password of the database in ${join(dataDir, "postgres")}: put it back from a backup, or move that folder away to begin with an empty database.`,
    );
  }
  const record = {
    port: await freePort(null),
    password: randomBytes(24).toString("base64url"),
    initialised: false,
  };
  if (canEnter(account, dataDir)) return { ...record, folder: "postgres" };
  // Not the path alone: a clone removed and made again must not meet the former one's database.
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const parent = join(SYSTEM_FOLDER, `${name}-${randomBytes(3).toString("hex")}`);
  await makeSystemFolder(parent);
  log(`The Postgres user cannot enter ${dataDir}: the database goes to ${parent}.`);
  return { ...record, folder: join(parent, "postgres") };
}

async function ensureCluster({ dataDir, folder, record, binaries, account, log }: Place) {
  if (await isCluster(folder)) return;
  if (record.initialised) {
    throw new AppError(
      "storage",
      `The database folder ${folder} is gone: put it back from a backup, or delete ${join(dataDir, "embedded.json")} to begin with an empty database.`,
    );
  }
  log(`Making the database in ${folder} …`);
  await writeRecord(dataDir, record); // before the password is used: it must not be lost
  await makeCluster(folder, record.password, binaries, account);
}

async function startOnFreePort({ dataDir, folder, record, binaries, account, log }: Place) {
  let wanted: number | null = record.port;
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port: number = await freePort(wanted);
    const { postgres } = binaries;
    const outcome = await launch({ postgres, folder, dataDir, port, account, log });
    if (outcome === "ready") return port;
    wanted = null;
  }
  throw new AppError("unavailable", "Postgres found no free port on 127.0.0.1.");
}
