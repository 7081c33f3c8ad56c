import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { AppError, isAppError } from "@/lib/errors";
import {
  isSignedBy,
  keyId,
  readCheckpointBody,
  readNote,
  type Checkpoint,
  type Verifier,
} from "@/lib/integrity/checkpoint";
import { keyFile } from "./signing-key";

/** What the server signed last, out of the database's reach: a signed note as anybody keeps one. */
export type KeptCheckpoint = { note: string; checkpoint: Checkpoint };

type Variables = Readonly<Record<string, string | undefined>>;

const NAME = "newest-checkpoint.txt";

/** As sentences about it begin. They stand on pages too, which say no paths. */
export const SERVERS_CHECKPOINT = "The checkpoint that the server keeps";

/**
 * Where this instance keeps it: in the data folder, as the key is, which a key that is named may not be (a
 * mounted secret cannot be written); beside that key where there is no folder; else nowhere.
 */
export function keptFile(env: Variables): string | null {
  const folder = env["AFTERMATH_DATA_DIR"]?.trim();
  if (folder !== undefined && folder !== "") return join(folder, NAME);
  const key = keyFile(env);
  return key === null ? null : join(dirname(key), NAME);
}

/**
 * @param key whose signature it has to have where it names that key; one of an earlier key is good as long
 *   as the log continues it
 * @returns null: none was kept yet
 * @throws AppError settings: the file is there and cannot be read, or is damaged
 */
export function readKept(path: string, key: Verifier | null): KeptCheckpoint | null {
  const text = textOf(path);
  if (text === null) return null;
  const note = readNote(text);
  const checkpoint = note === null ? null : readCheckpointBody(note.body);
  const isNamed = (id: string, name: string) => key?.name === name && keyId(key) === id;
  const isForged =
    note !== null &&
    key !== null &&
    note.signatures.some((one) => isNamed(one.keyId, one.name)) &&
    !isSignedBy(note, key);
  if (checkpoint === null || isForged)
    throw new AppError(
      "settings",
      `${SERVERS_CHECKPOINT} (${NAME}) is damaged: nothing can be held against it.`,
    );
  return { note: text, checkpoint };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new AppError("settings", `${SERVERS_CHECKPOINT} (${NAME}) cannot be read.`, { cause });
  }
}

/**
 * For a verification: what is kept, or the sentence that says why it cannot be read; null: none is. To be
 * read before the log is.
 */
export function keptToVerify(env: Variables, key: Verifier | null): Checkpoint | string | null {
  const path = keptFile(env);
  const kept = path === null ? null : keptOrWhyNot(path, key);
  return typeof kept === "string" ? kept : (kept?.checkpoint ?? null);
}

/** What `readKept` gives, or the sentence that says why it cannot be read. */
export function keptOrWhyNot(path: string, key: Verifier | null): KeptCheckpoint | string | null {
  try {
    return readKept(path, key);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

/**
 * Keeps it instead of the one before, for this user alone: the file is one of them whole, whenever the
 * process or the machine ends.
 *
 * @throws AppError storage: the folder cannot be written
 */
export function writeKept(path: string, note: string): void {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, note, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new AppError(
      "storage",
      `${NAME} cannot be written: the newest checkpoint is kept there before anybody gets it.`,
      { cause },
    );
  }
}

/**
 * Moves it out of the way, under a name that says when.
 *
 * @returns the new name
 */
export function moveKept(path: string, at: Date): string {
  const name = NAME.replace(".txt", `.set-aside-${at.toISOString().replaceAll(":", "-")}.txt`);
  renameSync(path, join(dirname(path), name));
  syncFolder(dirname(path));
  return name;
}

/** A name in a folder outlives a loss of power only when the folder was written, too. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
