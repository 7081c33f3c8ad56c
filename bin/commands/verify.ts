import { AppError } from "@/lib/errors";

/**
 * The place of the proof that no record changed since it was imported. This version keeps the SHA-256
 * of every record and signs nothing, so that there is nothing to verify against: it fails, lest a script
 * take silence for a proof.
 *
 * @throws AppError not_implemented, always
 */
export function runVerify(): never {
  throw new AppError(
    "not_implemented",
    "This version cannot prove that nothing changed since import: integrity proofs are not there yet.",
  );
}
