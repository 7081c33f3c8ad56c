import { Chip } from "@/components/ui/chip";

/** The mark of an episode whose outcome reviewers dispute; nothing where nobody does. */
export function DisputeChip({ dispute }: { dispute: "open" | "settled" | null }) {
  if (dispute === null) return null;
  return dispute === "open" ? (
    <Chip tone="warn">outcome disputed</Chip>
  ) : (
    <Chip tone="quiet">dispute settled</Chip>
  );
}
