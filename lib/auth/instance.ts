import "server-only";
import { database } from "@/db";
import { AppError } from "@/lib/errors";
import { createAccounts, type Accounts } from "./accounts";

/** Kept on `globalThis`, as the pool is: Next evaluates this module once per bundle. */
const holder: typeof globalThis & { aftermathAccounts?: Accounts } = globalThis;

/**
 * The accounts of this server, by the settings that the start script has put into the environment.
 *
 * @throws AppError settings: the server was not started by it
 */
export function accounts(): Accounts {
  if (holder.aftermathAccounts !== undefined) return holder.aftermathAccounts;
  const secret = process.env["AFTERMATH_SECRET"];
  const publicUrl = process.env["AFTERMATH_ADDRESS"];
  if (secret === undefined || publicUrl === undefined)
    throw new AppError("settings", "The accounts have no secret: start the server with npm start.");
  const { db } = database();
  holder.aftermathAccounts = createAccounts({
    db,
    secret,
    publicUrl,
    log: (line) => console.error(line),
  });
  return holder.aftermathAccounts;
}
