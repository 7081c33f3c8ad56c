/** Whether people sign in here (AFTERMATH_ACCOUNTS). Off, whoever reaches the port may do everything. */
export function accountsAreOn(): boolean {
  return process.env["AFTERMATH_ACCOUNTS"] === "on";
}
