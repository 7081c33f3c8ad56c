import "server-only";
import { createDb, type Database } from "@/db/client";
import { AppError } from "@/lib/errors";

/**
 * The server's only pool. Kept on `globalThis`, because Next evaluates this module once per bundle and
 * once more for every change in development.
 */
const holder: typeof globalThis & { aftermathDatabase?: Database } = globalThis;

/**
 * The pool on DATABASE_URL, which the start script sets also for the embedded Postgres.
 *
 * @throws AppError settings: DATABASE_URL is not set
 */
export function database(): Database {
  if (holder.aftermathDatabase !== undefined) return holder.aftermathDatabase;
  const url = process.env["DATABASE_URL"];
  if (url === undefined || url === "")
    throw new AppError("settings", "DATABASE_URL is not set: start the server with npm start.");
  holder.aftermathDatabase = createDb(url);
  return holder.aftermathDatabase;
}
