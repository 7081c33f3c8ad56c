import { AppError } from "@/lib/errors";

/** Whether people sign in here (AFTERMATH_ACCOUNTS). Off, whoever reaches the port may do everything. */
export function accountsAreOn(): boolean {
  return process.env["AFTERMATH_ACCOUNTS"] === "on";
}

/** What a form about accounts is answered while they are off. */
export function noAccounts(): AppError {
  return new AppError("not_found", "This server runs without accounts.");
}
