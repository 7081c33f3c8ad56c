import { DataName, DataText } from "@/components/ui/data-text";
import type { DeletedCampaign } from "@/db/queries/deleted-campaigns";

type Gone = Pick<DeletedCampaign, "reason" | "explanation" | "deletedBy">;

/** Why a campaign is gone, in the words of whoever deleted it; one of before they were asked says so. */
export function WhyGone({ gone }: { gone: Gone }) {
  if (gone.reason === "replaced")
    return <>Another import of the same file or key took its place.</>;
  if (gone.explanation === null)
    return <>Deleted on request; no reason was kept, as none was asked for then.</>;
  return <DataText text={gone.explanation} />;
}

/** Null where it was not noted, or nobody did it but an import. */
export function deletedBy({ deletedBy: name }: Gone) {
  return name === null ? null : <DataName text={name} />;
}
