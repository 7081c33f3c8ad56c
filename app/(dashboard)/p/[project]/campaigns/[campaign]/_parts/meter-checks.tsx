import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { Linked } from "@/components/ui/linked";
import { integer, outOf, percent, plural, points, weightRate } from "@/lib/format/numbers";
import type { ArmReport } from "@/lib/reports/arm-report";
import { leftOutLinks } from "./left-out-links";

/** What stands beside the rates: what they leave out, and what makes them suspect. */
export function MeterChecks({ project, arm }: { project: string; arm: ArmReport }) {
  const duplicates = arm.duplicateRecords ?? 0;
  const episodes = arm.alarms - duplicates;
  const links = leftOutLinks(project, arm);
  return (
    <Card title="What the rates leave out">
      <Facts>
        <Fact name="Alarms: the record contradicts itself">
          {arm.alarms === 0 ? "0" : null}
          {episodes === 0 ? null : (
            <Linked href={links.alarms}>{plural(episodes, "episode")}</Linked>
          )}
          {episodes > 0 && duplicates > 0 ? ", " : null}
          {duplicates === 0 ? null : `${plural(duplicates, "duplicate record")} of the campaign`}
        </Fact>
        <Fact name="Aborted">
          <Linked href={links.aborted}>{outOf(arm.aborted, arm.started)}</Linked>
        </Fact>
        <Fact name="Attack had succeeded before the abort">
          <Linked href={links.hitsBeforeAbort}>
            {outOf(arm.hitsBeforeAbort.episodes, arm.hitsBeforeAbort.aborted)}
          </Linked>
          {`, ${points(arm.hitsBeforeAbort.points)} points`} <ByRule rule={arm.attributedByRule} />
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
          <Linked href={links.notWeighable}>
            {outOf(arm.notWeighable.episodes, arm.notWeighable.started)}
          </Linked>
        </Fact>
        <Fact name="Ending inferred by a rule, not recorded">
          <Linked href={links.inferredEndings}>
            {outOf(arm.inferredTerminations.count, arm.inferredTerminations.started)}
          </Linked>
        </Fact>
        <Fact name="Outcome cannot be told">
          <Linked href={links.undetermined}>{plural(arm.undetermined, "episode")}</Linked>
        </Fact>
        <Fact name="Executed acts that nothing attributes">
          <Linked href={links.unattributed}>{plural(arm.unattributed.calls, "call")}</Linked>
          {`, ${points(arm.unattributed.points)} points`}
        </Fact>
        <Fact name="Unknown tools (weigh 0)">
          {arm.unknownTools.length === 0
            ? "none"
            : arm.unknownTools.map((tool) => (
                <span key={tool} className="block">
                  <Linked href={links.unknownTool(tool)}>
                    <DataName text={tool} mono />
                  </Linked>
                </span>
              ))}
        </Fact>
        <Fact name="Benign cases">
          {arm.benign === null ? (
            "none"
          ) : (
            <>
              <Linked href={links.benign}>{plural(arm.benign.started, "episode")}</Linked>,{" "}
              <Linked href={links.benignAborted}>{integer(arm.benign.aborted)} aborted</Linked>
            </>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}
