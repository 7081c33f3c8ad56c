import { spawnSync } from "node:child_process";
import { AppError } from "@/lib/errors";

/**
 * The user that Postgres runs as. `null`: the one who started us. Postgres refuses to run as
 * root, so root lends itself another one.
 */
export type Account = { readonly uid: number; readonly gid: number } | null;

const NAME = "postgres";

/**
 * @param owner who owns the existing database folder, or null when there is none yet: a folder
 *   that a user made stays that user's, also when root starts it once
 * @returns the account to run Postgres with
 * @throws AppError settings, when we are root and there is no such user and none can be made
 */
export function accountFor(owner: Account): Account {
  if (process.getuid?.() !== 0) return null;
  if (owner !== null && owner.uid !== 0) return owner;
  return lookUp() ?? create();
}

function lookUp(): Account {
  const uid = idOf("-u");
  const gid = idOf("-g");
  return uid === null || gid === null ? null : { uid, gid };
}

function idOf(flag: "-u" | "-g"): number | null {
  const ran = spawnSync("id", [flag, NAME], { encoding: "utf8" });
  return ran.status === 0 ? Number.parseInt(ran.stdout, 10) : null;
}

function create(): Account {
  const common = ["--system", "--no-create-home", "--home-dir", "/nonexistent"];
  // A group of that name may be left from a removed package: then join it.
  for (const group of [["--user-group"], ["--gid", NAME]]) {
    spawnSync("useradd", [...common, ...group, "--shell", "/bin/false", NAME]);
    const made = lookUp();
    if (made !== null) return made;
  }
  throw new AppError(
    "settings",
    `Postgres does not run as root, and this machine has no user "${NAME}" and no useradd that could make one: start Aftermath as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Can that account go into this folder? Asked of the system itself, which knows about ACLs. */
export function canEnter(account: Account, folder: string): boolean {
  const ran = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], apart(account));
  return ran.status === 0;
}

/**
 * How every program of Postgres is run: as that account, from a folder that it can read (it
 * insists), with nothing of our environment, and in a session of its own: a Ctrl-C in our
 * terminal is for us, and we stop the database last.
 */
export function apart(account: Account) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC" };
  return { cwd: "/", detached: true, env, ...account };
}
