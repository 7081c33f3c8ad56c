import { isAppError } from "@/lib/errors";

/** A caught error as the log keeps it: what it is and where it arose, never what was read or written. */
export type FaultRecord = {
  name: string;
  code?: string;
  message?: string;
  /** Postgres: what stands in the way, by names of ours. */
  table?: string;
  column?: string;
  constraint?: string;
  stack?: string[];
  cause?: FaultRecord;
};

const MESSAGE_LENGTH = 300;
const FRAMES = 12;
const CAUSES = 4;

/**
 * Errors quote: Postgres the row that it refused, drizzle the parameters of its query, JSON.parse the text
 * that it read. So of a message that is not ours only the first line stays, without what is in quotes, and
 * of a failed query nothing but its cause (security.md F12).
 */
export function faultRecord(error: unknown, depth = 0): FaultRecord {
  if (!(error instanceof Error)) return { name: typeof error };
  const message = "params" in error ? "a query failed" : messageOf(error);
  const stack = framesOf(error);
  return {
    name: error.name,
    ...textField(error, "code", "code"),
    ...(message === "" ? {} : { message }),
    ...textField(error, "table_name", "table"),
    ...textField(error, "column_name", "column"),
    ...textField(error, "constraint_name", "constraint"),
    ...(stack.length === 0 ? {} : { stack }),
    ...(error.cause === undefined || depth >= CAUSES
      ? {}
      : { cause: faultRecord(error.cause, depth + 1) }),
  };
}

function messageOf(error: Error): string {
  const [first = ""] = error.message.split("\n", 1);
  return (isAppError(error) ? first : unquoted(first)).slice(0, MESSAGE_LENGTH);
}

/** From the first quote to the last, since what is quoted may hold quotes of its own. */
function unquoted(text: string): string {
  return text.replace(/["'`“].*["'`”]/, "…");
}

/** The frames alone: the first line of a stack is the message again. */
function framesOf(error: Error): string[] {
  return (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim());
}

function textField(error: object, from: string, to: string): Record<string, string> {
  const value: unknown = Object.entries(error).find(([name]) => name === from)?.[1];
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value) ? { [to]: value } : {};
}
