import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/errors";

/**
 * The secret of this installation, of 256 random bits: made with the first start and kept in the data folder,
 * readable by its owner alone. Two processes that start at once get the same.
 *
 * @param dataDir absolute, existing
 * @throws AppError settings: the file is there and is no secret; storage: it cannot be written
 */
export function instanceSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  const kept = read(file);
  if (kept !== null) return kept;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    linkSync(draft, file); // fails when another process was first; then its secret counts
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST"))
      throw new AppError("storage", `The secret cannot be kept in ${file}.`, { cause });
  } finally {
    rmSync(draft, { force: true });
  }
  return read(file) ?? instanceSecret(dataDir);
}

function read(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new AppError("settings", `The secret in ${file} cannot be read.`, { cause });
  }
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new AppError(
    "settings",
    `${file} does not hold the secret that was made for it: put it back, or remove the file, which ends all sessions and second factors.`,
  );
}
