import { AppError } from "@/lib/errors";

/** Too many guesses, and how long to wait, in whole minutes. */
export function throttledError(retryAfterSeconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return new AppError(
    "throttled",
    `Too many tries. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}, then try again.`,
  );
}
