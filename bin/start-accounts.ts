import type { Db } from "@/db/client";
import { SETUP_MINUTES } from "@/db/queries/setup-codes";
import { makeSetupCode } from "@/lib/auth/setup";
import type { Env } from "@/lib/env";
import { instanceSecret } from "./secret";

/**
 * Puts into the environment what the accounts of the pages need to know.
 *
 * @param address of this server, as a browser takes it
 * @returns a line for the log alone: in a first run it has the code that makes the first person; or null
 */
export async function startAccounts(
  db: Db,
  { env, dataDir, address }: { env: Env; dataDir: string; address: string },
): Promise<string | null> {
  process.env["AFTERMATH_ACCOUNTS"] = env.accounts ? "on" : "off";
  if (!env.accounts)
    return "Accounts are off: everybody who reaches this port sees and may change everything.";
  const publicUrl = env.publicUrl ?? address;
  Object.assign(process.env, {
    AFTERMATH_SECRET: env.secret ?? instanceSecret(dataDir),
    AFTERMATH_ADDRESS: publicUrl,
  });
  const code = await makeSetupCode(db);
  return code === null
    ? null
    : `First run: open ${publicUrl}/setup within ${SETUP_MINUTES} minutes and give this code, once: ${code}`;
}
