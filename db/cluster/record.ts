import { chown, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "@/lib/errors";

/**
 * What has to be known again at the next start, kept in `<data folder>/embedded.json`, mode 0600.
 * `folder` is the database folder, relative to the data folder unless it had to go elsewhere.
 * `initialised` tells "never finished" from "was there and is gone".
 */
const recordSchema = z.strictObject({
  port: z.int().min(1).max(65_535),
  password: z.string().min(16),
  folder: z.string().min(1),
  initialised: z.boolean(),
});

export type EmbeddedRecord = z.infer<typeof recordSchema>;

const pathOf = (dataDir: string): string => join(dataDir, "embedded.json");

/**
 * @returns null when there is none yet
 * @throws AppError storage, when it cannot be read or is not what we wrote
 */
export async function readRecord(dataDir: string): Promise<EmbeddedRecord | null> {
  const path = pathOf(dataDir);
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT") return null;
    const why =
      code === "EACCES"
        ? "cannot be read: it belongs to another user, who started Aftermath here before"
        : "is damaged; it holds the password of the database, so put it back from a backup";
    throw new AppError("storage", `${path} ${why}.`, { cause });
  }
}

/** Written beside and renamed: a crash leaves the old one or the new one, never half of it. */
export async function writeRecord(dataDir: string, record: EmbeddedRecord): Promise<void> {
  const path = pathOf(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  await keepOwner(`${path}.new`, dataDir);
  await rename(`${path}.new`, path);
}

/** What root writes into a user's data folder stays the user's. */
export async function keepOwner(path: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  await chown(path, uid, gid);
}
