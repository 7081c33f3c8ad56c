import { chmod, mkdir } from "node:fs/promises";

/** Where things go that the Postgres user has to reach and cannot reach in the project. */
export const SYSTEM_FOLDER = "/var/lib/aftermath";

/** Makes `SYSTEM_FOLDER`, or a folder below it, searchable for everybody whatever the umask. */
export async function makeSystemFolder(folder: string = SYSTEM_FOLDER): Promise<void> {
  for (const path of new Set([SYSTEM_FOLDER, folder])) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  }
}
