import { join } from "node:path";

/** Where uploads wait until they are read, in the data folder. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}
