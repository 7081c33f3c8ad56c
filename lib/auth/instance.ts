import "server-only";
import { database } from "@/db";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { createAccounts, type Accounts } from "./accounts";
import { createSso, type Sso } from "./sso";

/** Kept on `globalThis`, as the pool is: Next evaluates this module once per bundle. */
const holder: typeof globalThis & { aftermathAccounts?: Accounts; aftermathSso?: Sso } = globalThis;

/**
 * The accounts of this server, by the settings that the start script has put into the environment.
 *
 * @throws AppError settings: the server was not started by it
 */
export function accounts(): Accounts {
  holder.aftermathAccounts ??= createAccounts(accountSettings());
  return holder.aftermathAccounts;
}

/** Sign-in by the service of the house; null where none is set. */
export function sso(): { sso: Sso; name: string; publicUrl: string } | null {
  const { oidc } = readEnv(process.env);
  if (oidc === null) return null;
  const settings = accountSettings();
  holder.aftermathSso ??= createSso({ ...settings, oidc });
  return { sso: holder.aftermathSso, name: oidc.name, publicUrl: settings.publicUrl };
}

function accountSettings() {
  const secret = process.env["AFTERMATH_SECRET"];
  const publicUrl = process.env["AFTERMATH_ADDRESS"];
  if (secret === undefined || publicUrl === undefined)
    throw new AppError("settings", "The accounts have no secret: start the server with npm start.");
  return { db: database().db, secret, publicUrl, log: (line: string) => console.error(line) };
}
