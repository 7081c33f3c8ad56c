import { StartError } from "./start-error.mjs";

/** What the system calls say, for the faults that a person can mend. @type {Record<string, string>} */
const BY_CODE = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EROFS: "The disk is mounted read-only",
  EACCES: "This user may not write or read there",
  EPERM: "This user may not do that",
  EMFILE: "Too many files are open",
  // Postgres: disk full, too many connections, insufficient privilege.
  53100: "The disk of the database is full",
  53300: "The database has no connection left",
  42501: "The database user may not do that",
};

/**
 * The one sentence for a foreseen fault, or null for one that is a bug and deserves its stack.
 * Looks through `cause`, because drizzle and Next wrap what they catch.
 * @param {unknown} error
 * @returns {string | null}
 */
export function sentenceOf(error) {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof StartError || at.name === "AppError") return at.message;
    const code = "code" in at ? String(at.code) : "";
    const known = BY_CODE[code];
    if (known !== undefined) return `${known} (${firstLine(at.message)}).`;
  }
  return null;
}

/**
 * Says what went wrong on stderr: one sentence, or for a bug the stack to report.
 * @param {unknown} error
 */
export function reportFault(error) {
  const sentence = sentenceOf(error);
  if (sentence !== null) {
    process.stderr.write(`${sentence}\n`);
    return;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Aftermath stopped on a fault of its own. Please report this:\n${stack}\n`);
}

/** @param {string} text */
function firstLine(text) {
  return (text.split("\n", 1)[0] ?? "").replace(/\.$/, "");
}
