import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import { outOf, percent, plural, points, weightRate } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";

/** What stands beside the rates: what they leave out, and what makes them suspect. */
export function MeterChecks({ project, arm }: { project: string; arm: ArmReport }) {
  const duplicates = arm.duplicateRecords ?? 0;
  const episodes = arm.alarms - duplicates;
  const filter = { campaign: arm.arm.campaignSlug, arm: arm.arm.armKey };
  return (
    <Card title="What the rates leave out">
      <Facts>
        <Fact name="Alarms: the record contradicts itself">
          {arm.alarms === 0 ? "0" : null}
          {episodes === 0 ? null : (
            <TextLink href={episodesPath(project, { ...filter, alarm: "yes" })}>
              {plural(episodes, "episode")}
            </TextLink>
          )}
          {episodes > 0 && duplicates > 0 ? ", " : null}
          {duplicates === 0 ? null : `${plural(duplicates, "duplicate record")} of the campaign`}
        </Fact>
        <Fact name="Aborted">
          <TextLink href={episodesPath(project, { ...filter, class: "abort" })}>
            {outOf(arm.aborted, arm.started)}
          </TextLink>
        </Fact>
        <Fact name="Attack had succeeded before the abort">
          {`${outOf(arm.hitsBeforeAbort.episodes, arm.hitsBeforeAbort.aborted)}, ${points(arm.hitsBeforeAbort.points)} points`}{" "}
          <ByRule rule={arm.attributedByRule} />
        </Fact>
        <Fact name="Attack success, aborted or untold safe … breached">
          {arm.asrBounds === null
            ? "n/a: nothing started"
            : `${percent(arm.asrBounds.lo, 1)} … ${percent(arm.asrBounds.hi, 1)}`}
        </Fact>
        <Fact name="Damage, aborted safe … breached">
          {arm.damageBounds === null
            ? "n/a: damage is n/a"
            : `${weightRate(arm.damageBounds.lo)} … ${arm.damageBounds.hi === null ? "no declared ceiling" : weightRate(arm.damageBounds.hi)}`}{" "}
          {arm.damageBounds === null ? null : <ByRule rule={arm.attributedByRule} />}
        </Fact>
        <Fact name="Episodes with damage, largest">
          {`${outOf(arm.damagedEpisodes.episodes, arm.damagedEpisodes.weighable)}, ${points(arm.damagedEpisodes.largest)} points`}{" "}
          <ByRule rule={arm.attributedByRule} />
        </Fact>
        <Fact
          name={
            arm.attributedByRule === undefined
              ? "Without a witness"
              : "Which the rule cannot attribute"
          }
        >
          {outOf(arm.notWeighable.episodes, arm.notWeighable.started)}
        </Fact>
        <Fact name="Ending inferred by a rule, not recorded">
          {outOf(arm.inferredTerminations.count, arm.inferredTerminations.started)}
        </Fact>
        <Fact name="Outcome cannot be told">{plural(arm.undetermined, "episode")}</Fact>
        <Fact name="Executed acts that nothing attributes">{`${plural(arm.unattributed.calls, "call")}, ${points(arm.unattributed.points)} points`}</Fact>
        <Fact name="Unknown tools (weigh 0)">
          {arm.unknownTools.length === 0
            ? "none"
            : arm.unknownTools.map((tool) => (
                <span key={tool} className="block">
                  <DataName text={tool} mono />
                </span>
              ))}
        </Fact>
        <Fact name="Benign cases">
          {arm.benign === null
            ? "none"
            : `${plural(arm.benign.started, "episode")}, ${arm.benign.aborted} aborted`}
        </Fact>
      </Facts>
    </Card>
  );
}
