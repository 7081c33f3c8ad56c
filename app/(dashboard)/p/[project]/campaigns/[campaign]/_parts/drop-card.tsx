import { DataName } from "@/components/ui/data-text";
import { plural } from "@/lib/format/numbers";
import { dropContentNow } from "./drop-action";
import { ForGoodForm } from "./for-good-form";

/** The way to drop the content of a campaign, folded away at the end of its page. */
export function DropCard({
  project,
  campaign,
}: {
  project: string;
  campaign: { slug: string; name: string; episodeCount: number };
}) {
  return (
    <details className="no-print mt-6 rounded-[10px] border border-line px-[18px] py-3 text-[13px]">
      <summary className="font-[560]">Drop its content, keep its figures</summary>
      <p className="mt-2 max-w-[720px] text-ink-2">
        Drops the records of {plural(campaign.episodeCount, "episode")} of{" "}
        <DataName text={campaign.name} />, the texts made of them, the injected texts and the source
        files. Every figure, comparison, digest and proof stays as it is, and every page says that
        the content was dropped, by whom, when and why. It is verified first. This cannot be undone.
      </p>
      <ForGoodForm
        action={dropContentNow.bind(null, project, campaign.slug)}
        submit="Drop for good"
        why="Why it is dropped"
        to="drop its content"
      />
    </details>
  );
}
