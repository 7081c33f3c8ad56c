import type { EpisodeHead } from "@/db/queries/episode-detail";
import type { EpisodeRow } from "@/db/queries/episodes";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { TextLink } from "@/components/ui/text-link";
import { TERMINATIONS } from "@/lib/domain/termination";
import { points } from "@/lib/format/numbers";
import { armReference, comparePath, episodePath } from "@/lib/format/paths";

/** The same case and replica elsewhere: single episodes, not a comparison of arms. */
export function OtherArms({
  project,
  episode,
  elsewhere,
  besideHref,
}: {
  project: string;
  episode: EpisodeHead;
  elsewhere: readonly EpisodeRow[];
  /** This page with another episode beside. */
  besideHref: (other: EpisodeRow) => string;
}) {
  return (
    <Card title="Same case, other arm">
      {elsewhere.length === 0 ? (
        <p className="text-[13px] text-ink-2">No other arm ran this case and replica.</p>
      ) : (
        <ul className="grid gap-2 text-[13px]">
          {elsewhere.map((other) => (
            <li key={`${other.campaignSlug}/${other.seq}`}>
              <TextLink href={episodePath(project, other.campaignSlug, other.seq)}>
                <DataName text={other.armName} />
              </TextLink>{" "}
              <span className="text-ink-3">
                <DataName text={other.campaignName} />
              </span>
              <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-2">
                <OutcomeChip outcome={other.outcome} />
                {TERMINATIONS[other.termination].label}
                <ByRule rule={other.weighable ? other.attributedByRule : null} />
                {other.weighable
                  ? `, damage ${points(other.damage)}, exposure ${points(other.exposure)}`
                  : ""}
                <TextLink href={besideHref(other)}>beside this one</TextLink>
                <TextLink
                  href={comparePath(project, {
                    baseline: armReference(other),
                    candidate: armReference(episode),
                  })}
                >
                  compare arms
                </TextLink>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
