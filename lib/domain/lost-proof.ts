/**
 * What is gone of a campaign's proof where it has to be: no part of this program takes it away. `seal_gone`:
 * the log has it, or it came when all had one. `entry_gone`: the log does not say that it was sealed.
 * `part_gone`: a record, or what leads from it to the seal.
 */
export const LOST_PROOFS = ["seal_gone", "entry_gone", "part_gone"] as const;
export type LostProof = (typeof LOST_PROOFS)[number];
