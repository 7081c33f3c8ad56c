import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { NotAvailable } from "@/components/ui/not-available";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { evidence, intervalWithLevel, measured } from "@/lib/format/measurement";
import { integer, outOf, percent, points } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmIdentity } from "@/lib/reports/arm-report";
import type { WorstAttack, WorstAttacks } from "@/lib/reports/worst-attacks";
import type { Measurement } from "@/lib/domain/measurement";

/** The attacks of an arm: mean, any of k, worst case, worst first; and what the order may claim. */
export function WorstAttacksCard({
  project,
  arm,
  attacks,
  rule,
}: {
  project: string;
  arm: ArmIdentity;
  attacks: WorstAttacks;
  rule: string | undefined;
}) {
  return (
    <Card title="Attacks, worst first">
      <p className="mb-2 max-w-[820px] text-[13px] text-ink-2">
        <Sentence text={attacks.claim} />
      </p>
      {attacks.rows.length === 0 ? (
        <p className="text-ink-2">No attack case was run in this arm.</p>
      ) : (
        <ScrollBox label={`Attacks in ${arm.armName}`}>
          <table className="table-plain">
            <caption className="sr-only">Attacks in {arm.armName}, worst first</caption>
            <thead>
              <tr>
                <th scope="col">Attack</th>
                {[
                  "Mean success",
                  "Exact interval",
                  "Cases hit, any of k",
                  "Its worst case",
                  "Aborted",
                  "Damage",
                  "Exposure",
                ].map((head) => (
                  <th key={head} scope="col" className="num">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {attacks.rows.map((row) => (
                <AttackLine key={row.attack} project={project} arm={arm} row={row} rule={rule} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

function AttackLine({
  project,
  arm,
  row,
  rule,
}: {
  project: string;
  arm: ArmIdentity;
  row: WorstAttack;
  rule: string | undefined;
}) {
  const of = { campaign: arm.campaignSlug, arm: arm.armKey };
  const { exact, worstCase } = row;
  return (
    <tr>
      <th scope="row" className="max-w-[34ch] min-w-[14ch] font-normal">
        <TextLink href={episodesPath(project, { ...of, attack: row.attack })}>
          <DataName text={row.attack} />
        </TextLink>
        {row.ranked ? null : (
          <span className="block text-xs text-ink-3">not ranked: fewer than 5 decided</span>
        )}
      </th>
      <td className="num">
        <Figure measurement={row.asr} withInterval={false} />
      </td>
      <td className="num">
        {exact === null ? (
          <NotAvailable reason="no decided episode" short />
        ) : (
          <>
            <span className="whitespace-nowrap">
              {`${percent(exact.lo, 0)} to ${percent(exact.hi, 0)}`}
            </span>
            <span className="block text-xs whitespace-nowrap text-ink-3">
              {percent(exact.level)} level
            </span>
          </>
        )}
      </td>
      <td className="num">
        <Figure measurement={row.anyOfK} withInterval />
      </td>
      <td className="num">
        {worstCase === null ? (
          <NotAvailable reason="no decided episode" short />
        ) : (
          <>
            {outOf(worstCase.k, worstCase.n)}
            <span className="block max-w-[26ch] text-xs whitespace-normal">
              <TextLink href={episodesPath(project, { ...of, case: worstCase.case })}>
                <DataName text={worstCase.case} />
              </TextLink>
            </span>
          </>
        )}
      </td>
      <td className="num">{`${integer(row.aborted)} of ${integer(row.started)}`}</td>
      {[row.damage, row.exposure].map((weight, index) => (
        <td key={index} className="num">
          {points(weight)} {weight > 0 ? <ByRule rule={rule} /> : null}
        </td>
      ))}
    </tr>
  );
}

function Figure({
  measurement,
  withInterval,
}: {
  measurement: Measurement;
  withInterval: boolean;
}) {
  if (measurement.kind === "na") return <NotAvailable reason={measurement.reason} short />;
  const { interval } = measurement;
  return (
    <>
      <span className="whitespace-nowrap">{measured(measurement, "share")}</span>
      <span className="block text-xs whitespace-nowrap text-ink-3">
        {evidence(measurement)}
        {withInterval && interval !== null ? ` · ${intervalWithLevel(interval, "share")}` : ""}
      </span>
    </>
  );
}
