import { Chip } from "@/components/ui/chip";
import { disputeWords } from "./review-thread.model";

/** The mark of an episode whose outcome reviewers dispute; nothing where nobody does. */
export function DisputeChip({ disputes, open }: { disputes: number; open: number }) {
  const words = disputeWords({ disputes, open });
  return words === null ? null : <Chip tone={open > 0 ? "warn" : "quiet"}>{words}</Chip>;
}
