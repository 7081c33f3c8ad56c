import type { LostProof } from "@/lib/domain/lost-proof";

/** What was imported before records were sealed says so; everything else without its proof is a finding. */
export const NO_SEAL =
  "It was imported before records were sealed by hash, so that nothing can be proven of it: import it again.";

export const LOST_PROOF: Record<LostProof, string> = {
  seal_gone: "Its seal is gone: the log says that it has one, or that it came when all had one.",
  entry_gone: "The log does not say that it was sealed.",
  part_gone:
    "Its record or a part of what proves it is gone, or it was never sealed: a verification says what.",
};

/** Why there is no proof. */
export function noProofSentence(lost: LostProof | null): string {
  return lost === null ? NO_SEAL : LOST_PROOF[lost];
}
