import { AppError } from "@/lib/errors";

/**
 * Why a running import ends before its end. `cancelled`: somebody asked for it. `parked`: the server
 * stops, and goes on with it when it is started again. `lost`: its lease ran out and another process took
 * it. `asked`: whoever called for the import gave it up.
 */
const SENTENCES = {
  cancelled: "The import was cancelled; nothing of it was kept.",
  parked: "The server stopped; the import goes on when it is started again.",
  lost: "Another process went on with this import, because this one was not heard of any more.",
  asked: "The import was stopped; nothing of it was kept.",
} as const;

export type ImportStop = keyof typeof SENTENCES;

/** Why the signal was aborted, or null while it was not. */
export function stopOf(signal: AbortSignal | undefined): ImportStop | null {
  if (signal?.aborted !== true) return null;
  const reason: unknown = signal.reason;
  return reason === "cancelled" || reason === "parked" || reason === "lost" ? reason : "asked";
}

export function stopError(stop: ImportStop): AppError {
  return new AppError(stop === "lost" ? "conflict" : "unavailable", SENTENCES[stop]);
}
