import { AppError } from "@/lib/errors";

/** SQLSTATE codes of a server that ran out of room: 53100 disk full, 53200 out of memory. */
const FULL = new Set(["53100", "53200", "ENOSPC"]);
/** Classes 08 and 57 and the driver's own names: the connection went away. */
const GONE = /^(08|57P|CONNECTION_|ECONN|EPIPE)/;

/** True for what a statement throws when its connection went away, and for what is made of that. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOne = "code" in error && typeof error.code === "string" && GONE.test(error.code);
  return isOne || isConnectionLoss(error.cause);
}

/** The sentence for what the database does during an import; every other error as it is. */
export function databaseFault(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return error;
  if (FULL.has(error.code))
    return new AppError(
      "storage",
      "The disk is full: free some space and import again; nothing was kept.",
      { cause: error },
    );
  if (isConnectionLoss(error))
    return new AppError(
      "database",
      "The database went away during the import; nothing of it was kept. Import it again.",
      { cause: error },
    );
  return error;
}
