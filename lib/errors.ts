/**
 * What went wrong, in the words a caller acts on. The three mappers (lib/http, the form action
 * helper, error.tsx) and the command line read the code; people read the message.
 */
export const ERROR_CODES = {
  invalid_input: "what was handed in cannot be used as it is",
  not_found: "what was asked for does not exist in this scope",
  gone: "it was there and was dropped on purpose",
  unauthorised: "nobody knows who asks: there is no token that is good, and one is needed",
  forbidden: "whoever asks may not do this",
  in_progress: "the same is being done already; ask again shortly",
  unprocessable: "it contradicts an earlier request that used the same name",
  conflict: "it contradicts what is already stored or already running",
  throttled: "too much of it came lately; ask again later",
  stalled: "what was being sent stopped coming",
  too_large: "it is larger than a stated limit",
  settings: "an environment variable or a file of the installation is wrong",
  database: "the database cannot be reached, or is not one that this version can use",
  storage: "the disk is full, or a folder cannot be written",
  unavailable: "something outside of this program is missing or busy",
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * An error that was foreseen. `message` is one whole sentence for the person who will read it:
 * what is wrong, where, and what to do. It never holds a password. `cause` keeps what was caught.
 */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }
}

/**
 * By name too: the same class is loaded twice in one process, by the start script and again
 * inside the bundle that Next builds, and `instanceof` does not see across.
 */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof AppError ||
    (error instanceof Error &&
      error.name === "AppError" &&
      "code" in error &&
      typeof error.code === "string" &&
      error.code in ERROR_CODES)
  );
}
