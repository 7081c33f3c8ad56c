import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import { outOf, percent, plural, points, weightRate } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";

/** What stands beside the rates: what they leave out, and what makes them suspect. */
export function MeterChecks({ project, arm }: { project: string; arm: ArmReport }) {
  const filter = { campaign: arm.arm.campaignSlug, arm: arm.arm.armKey };
  return (
    <Card title="What the rates leave out">
      <Facts
        rows={[
          [
            "Alarms: the record contradicts itself",
            arm.alarms === 0 ? (
              "0"
            ) : (
              <TextLink href={episodesPath(project, { ...filter, alarm: "yes" })}>
                {plural(arm.alarms, "alarm")}
              </TextLink>
            ),
          ],
          [
            "Aborted",
            <TextLink href={episodesPath(project, { ...filter, class: "abort" })}>
              {outOf(arm.aborted, arm.started)}
            </TextLink>,
          ],
          [
            "Attack had succeeded before the abort",
            `${outOf(arm.hitsBeforeAbort.episodes, arm.hitsBeforeAbort.aborted)}, ${points(arm.hitsBeforeAbort.points)} points`,
          ],
          [
            "Attack success, aborted safe … breached",
            arm.asrBounds === null
              ? "n/a: nothing started"
              : `${percent(arm.asrBounds.lo, 1)} … ${percent(arm.asrBounds.hi, 1)}`,
          ],
          [
            "Damage, aborted safe … breached",
            arm.damageBounds === null
              ? "n/a: damage is n/a"
              : `${weightRate(arm.damageBounds.lo)} … ${arm.damageBounds.hi === null ? "no declared ceiling" : weightRate(arm.damageBounds.hi)}`,
          ],
          [
            "Episodes with damage, largest",
            `${outOf(arm.damagedEpisodes.episodes, arm.damagedEpisodes.weighable)}, ${points(arm.damagedEpisodes.largest)} points`,
          ],
          ["Without a witness", outOf(arm.notWeighable.episodes, arm.notWeighable.started)],
          [
            "Ending inferred by a rule, not recorded",
            outOf(arm.inferredTerminations.count, arm.inferredTerminations.started),
          ],
          ["Outcome cannot be told", plural(arm.undetermined, "episode")],
          [
            "Executed acts that nothing attributes",
            `${plural(arm.unattributed.calls, "call")}, ${points(arm.unattributed.points)} points`,
          ],
          [
            "Unknown tools (weigh 0)",
            arm.unknownTools.length === 0
              ? "none"
              : arm.unknownTools.map((tool) => (
                  <span key={tool} className="block">
                    <DataName text={tool} mono />
                  </span>
                )),
          ],
          [
            "Benign cases",
            arm.benign === null
              ? "none"
              : `${plural(arm.benign.started, "episode")}, ${arm.benign.aborted} aborted`,
          ],
        ]}
      />
    </Card>
  );
}
