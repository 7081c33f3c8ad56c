import { DataName } from "@/components/ui/data-text";
import { plural } from "@/lib/format/numbers";
import { deleteByName } from "./delete-action";
import { ForGoodForm } from "./for-good-form";

/** The way to delete a campaign, folded away at the end of its page. */
export function DeleteCard({
  project,
  campaign,
}: {
  project: string;
  campaign: { slug: string; name: string; episodeCount: number };
}) {
  return (
    <details className="no-print mt-6 rounded-[10px] border border-line px-[18px] py-3 text-[13px]">
      <summary className="font-[560]">Delete this campaign</summary>
      <p className="mt-2 max-w-[720px] text-ink-2">
        Deletes <DataName text={campaign.name} /> with its{" "}
        {plural(campaign.episodeCount, "episode")}, their records and its source files. What stays
        is a note of its name, its digest, who deleted it, when and why. This cannot be undone; the
        file itself can be imported again.
      </p>
      <ForGoodForm
        action={deleteByName.bind(null, project, campaign.slug)}
        submit="Delete for good"
        why="Why it is deleted"
        to="delete it"
      />
    </details>
  );
}
