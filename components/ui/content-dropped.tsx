import type { ContentDrop } from "@/lib/domain/content-drop";
import { instant } from "@/lib/format/time";
import { DataName, DataText } from "./data-text";
import { EmptyState } from "./empty-state";

type Drop = Pick<ContentDrop, "by" | "at" | "reason">;

/** In the place of a text that was dropped: by whom, when and why. */
export function ContentDropped({ drop }: { drop: Drop }) {
  return (
    <EmptyState title="The content was dropped">
      <DropLine drop={drop} /> What was made of it stays: outcome, weights, digests and proof.
    </EmptyState>
  );
}

/** The same in one line of something else. */
export function DropLine({ drop: { by, at, reason } }: { drop: Drop }) {
  return (
    <span className="wrap-anywhere">
      The content of this campaign was dropped by <DataName text={by} /> on {instant(at)}:{" "}
      <DataText text={reason} />
      {/[.!?]$/.test(reason) ? "" : "."}
    </span>
  );
}
