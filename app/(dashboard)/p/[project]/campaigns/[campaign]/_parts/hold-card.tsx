import { Card } from "@/components/ui/card";
import { DataName, DataText } from "@/components/ui/data-text";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { ReasonField } from "@/components/ui/reason-field";
import type { HoldRow } from "@/db/queries/campaign-holds";
import { instant } from "@/lib/format/time";
import { holdNow } from "./hold-action";

/** Near the head of the page: that the campaign is on hold, by whom, since when and why. */
export function OnHold({ holds }: { holds: readonly HoldRow[] }) {
  const [last] = holds;
  if (last?.act !== "held") return null;
  return (
    <Card edge="warn">
      <p className="max-w-[720px]">
        <b>On hold</b> by <DataName text={last.by} /> since {instant(last.at)}: nobody deletes this
        campaign, puts another in its place or drops its content until an admin takes the hold off.
      </p>
      <p className="mt-1 max-w-[720px] text-[13px] text-ink-2 wrap-anywhere">
        <DataText text={last.reason} />
      </p>
    </Card>
  );
}

/** At the end of the page, folded away: to put it on hold or take that off, and how often that was. */
export function HoldCard({
  project,
  campaign,
  holds,
  mayChange,
}: {
  project: string;
  campaign: { slug: string };
  holds: readonly HoldRow[];
  mayChange: boolean;
}) {
  const isHeld = holds[0]?.act === "held";
  if (!mayChange && holds.length === 0) return null;
  const act = isHeld ? "released" : "held";
  return (
    <details className="no-print mt-6 rounded-[10px] border border-line px-[18px] py-3 text-[13px]">
      <summary className="font-[560]">
        {mayChange ? (isHeld ? "Take the hold off" : "Put this campaign on hold") : "Its holds"}
      </summary>
      {mayChange ? (
        <>
          <p className="mt-2 mb-3 max-w-[720px] text-ink-2">
            While it is on hold it can neither be deleted nor replaced nor lose its content, by
            anybody, until an admin takes the hold off.
          </p>
          <div className="max-w-[560px]">
            <OutcomeForm
              key={act}
              action={holdNow.bind(null, project, campaign.slug, act)}
              submit={isHeld ? "Take it off" : "Put on hold"}
              layout="line"
            >
              <ReasonField label={isHeld ? "Why it is taken off" : "Why it is held"} />
            </OutcomeForm>
          </div>
        </>
      ) : null}
      {holds.length === 0 ? null : (
        <ol className="mt-3 grid gap-1.5" aria-label="Holds, newest first">
          {holds.map(({ no, act: done, reason, by, at }) => (
            <li key={no} className="max-w-[720px] wrap-anywhere">
              <span className="text-ink-2">
                {instant(at)}: {done === "held" ? "held" : "released"} by <DataName text={by} />.
              </span>{" "}
              <DataText text={reason} />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
