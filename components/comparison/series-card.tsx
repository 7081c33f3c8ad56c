import { Card } from "@/components/ui/card";
import { Sentence } from "@/components/ui/sentence";
import { DataName } from "@/components/ui/data-text";
import { NotAvailable } from "@/components/ui/not-available";
import { TextLink } from "@/components/ui/text-link";
import { outOf, percent } from "@/lib/format/numbers";
import type { SeriesRepeat, SeriesReport } from "@/lib/reports/series-report";
import type { ComparisonLinks } from "./comparison-links";
import { SeriesTable } from "./series-table";

/** Arm against drift along the order in which the campaigns ran, and whether repeats agree. */
export function SeriesCard({ series, links }: { series: SeriesReport; links: ComparisonLinks }) {
  return (
    <Card
      title="Arm against drift, by run order"
      note={
        <>
          series <DataName text={series.name} />, {series.order.split("").join(", ")}
        </>
      }
      edge={series.warning === null ? "none" : "warn"}
    >
      {series.warning === null ? null : (
        <p className="max-w-[820px] font-[560]">{series.warning}</p>
      )}
      <p className="max-w-[820px] text-ink-2">
        <Sentence text={series.sentence} />
      </p>
      {series.note === null ? null : (
        <p className="max-w-[820px] text-ink-2">
          <Sentence text={series.note} />
        </p>
      )}
      <ol className="mt-2 grid gap-x-6 gap-y-0.5 text-[13px] md:grid-cols-2">
        {series.campaigns.map((campaign, index) => (
          <li key={`${campaign.campaignSlug}/${campaign.order}`}>
            <span className="text-ink-3">
              {index + 1}. {campaign.side}:
            </span>{" "}
            <TextLink href={links.campaign(campaign.campaignSlug)}>
              <DataName text={campaign.campaignName} />
            </TextLink>
          </li>
        ))}
      </ol>
      {series.metrics.length === 0 ? null : <SeriesTable metrics={series.metrics} />}
      {series.repeats.map((repeat) => (
        <Repeat key={repeat.side} repeat={repeat} />
      ))}
    </Card>
  );
}

function Repeat({ repeat: { side, campaigns, sameOutcome } }: { repeat: SeriesRepeat }) {
  const [first, second] = campaigns;
  return (
    <p className="mt-1.5 text-[13px] text-ink-2">
      Same outcome in the {side}&apos;s two campaigns, <DataName text={first} /> and{" "}
      <DataName text={second} />:{" "}
      {sameOutcome === null ? (
        <NotAvailable reason="no case has an episode in both" />
      ) : (
        <b className="font-semibold text-ink">
          {outOf(sameOutcome.episodes, sameOutcome.of)} episodes, {percent(sameOutcome.share)}
        </b>
      )}
    </p>
  );
}
