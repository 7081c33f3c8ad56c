import { DataName } from "@/components/ui/data-text";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { ReasonField } from "@/components/ui/reason-field";
import { plural } from "@/lib/format/numbers";
import { dropContentNow } from "./drop-action";

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
      <p className="mt-2 mb-3 max-w-[720px] text-ink-2">
        Drops the records of {plural(campaign.episodeCount, "episode")} of{" "}
        <DataName text={campaign.name} />, the texts made of them, the injected texts and the source
        files. Every figure, comparison, digest and proof stays as it is, and every page says that
        the content was dropped, by whom, when and why. It is verified first. This cannot be undone.
      </p>
      <div className="max-w-[560px]">
        <OutcomeForm
          action={dropContentNow.bind(null, project, campaign.slug)}
          submit="Drop for good"
          layout="line"
        >
          <ReasonField label="Why it is dropped" />
          <label className="grid min-w-0 flex-1 basis-[220px] gap-0.5 text-xs text-ink-2">
            Type the name of the campaign to drop its content
            <input
              name="name"
              required
              autoComplete="off"
              className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[13px] text-ink"
            />
          </label>
        </OutcomeForm>
      </div>
    </details>
  );
}
