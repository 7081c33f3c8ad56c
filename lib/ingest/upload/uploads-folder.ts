import { join } from "node:path";

/** Where uploads wait until they are read, in the data folder. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}

/** Where uploads that come in chunks are put together: a folder for each project, in it one for each. */
export function chunkedFolder(dataDir: string): string {
  return join(dataDir, "chunked-uploads");
}
