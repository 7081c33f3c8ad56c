import { spawn } from "node:child_process";
import { access, chown, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { apart, type Account } from "@/db/cluster/account";
import type { Binaries } from "@/db/cluster/binaries";
import { isDiskFull } from "@/db/cluster/disk-full";
import { AppError } from "@/lib/errors";

/** The superuser of the embedded database; the application's own database has the same name. */
export const DATABASE_NAME = "aftermath";

/** @returns whether this is a whole database folder: `makeCluster` names it last */
export async function isCluster(folder: string): Promise<boolean> {
  return access(join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

/** @returns who owns the folder, or null when there is none */
export async function ownerOf(folder: string): Promise<Account> {
  return stat(folder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  );
}

/**
 * Makes a database folder with initdb: UTF-8, locale C (the same order everywhere), passwords by
 * SCRAM on every connection. In a folder beside it that is renamed at the end, so that an initdb
 * cut off leaves nothing that looks like a database.
 *
 * @throws AppError storage, with what initdb said last
 */
export async function makeCluster(
  folder: string,
  password: string,
  { initdb }: Binaries,
  account: Account,
): Promise<void> {
  const half = `${folder}.half`;
  const passwordFile = `${folder}.password`;
  await rm(half, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(half, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
    if (account !== null) {
      await chown(half, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions"];
    const places = [`--pgdata=${half}`, `--pwfile=${passwordFile}`, `--username=${DATABASE_NAME}`];
    const fault = await run(initdb, [...flags, ...places], account);
    if (fault !== null) throw new AppError("storage", initdbFailed(fault, dirname(folder)));
    await rename(half, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(half, { recursive: true, force: true });
  }
}

/** @returns what it said when it failed, else null */
function run(program: string, args: readonly string[], account: Account): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...apart(account),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? null : said));
  });
}

function initdbFailed(said: string, parent: string): string {
  if (isDiskFull(said, parent)) {
    return "The disk is full: the database could not be made.";
  }
  const lines = said.split("\n").filter((line) => /error|fatal/i.test(line));
  const why = (lines[0] ?? said.trim().split("\n").at(-1) ?? "").replace(/^initdb: error: /, "");
  return `The database could not be made (${why.trim()}).`;
}
