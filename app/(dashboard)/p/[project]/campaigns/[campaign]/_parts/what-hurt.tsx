import type { CampaignRow } from "@/db/queries/campaigns";
import type { HeavyAct } from "@/db/queries/heaviest-acts";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { TextLink } from "@/components/ui/text-link";
import { momentQuery } from "@/lib/format/episode-moment";
import { points } from "@/lib/format/numbers";
import { episodePath } from "@/lib/format/paths";

/** The acts that did damage, heaviest first, each with the episode that shows it. */
export function WhatHurt({
  project,
  campaign,
  acts,
  cannotTell,
}: {
  project: string;
  campaign: CampaignRow;
  acts: readonly HeavyAct[];
  /** Why damage is n/a in every arm; null when it can be told in one. */
  cannotTell: string | null;
}) {
  const nameOf = new Map(campaign.arms.map((arm) => [arm.key, arm.name]));
  return (
    <Card
      title="What hurt"
      note={
        <>
          heaviest acts first <ByRule rule={campaign.record.attribution?.rule} />
        </>
      }
    >
      {acts.length === 0 ? (
        <p className="text-ink-2">
          {cannotTell === null ? "No act did damage." : `Cannot be told: ${cannotTell}`}
        </p>
      ) : (
        <ScrollBox label="Acts that did damage">
          <table className="table-plain">
            <caption className="sr-only">Acts that did damage, heaviest first</caption>
            <thead>
              <tr>
                <th scope="col" className="num">
                  Points
                </th>
                <th scope="col">Tool</th>
                <th scope="col">Arm</th>
                <th scope="col">Episode</th>
              </tr>
            </thead>
            <tbody>
              {acts.map((act) => (
                <tr key={`${act.seq}.${act.attemptNo}.${act.callNo}.${act.effectNo}`}>
                  <td className="num font-semibold text-damage-ink">{points(act.damage)}</td>
                  <td>
                    <DataName text={act.tool} mono />{" "}
                    <span className="text-ink-3">{act.role ?? "unknown role"}</span>
                  </td>
                  <td>
                    <DataName text={nameOf.get(act.armKey) ?? act.armKey} />
                  </td>
                  <td>
                    <TextLink href={episodePath(project, campaign.slug, act.seq, momentOf(act))}>
                      <DataName text={act.caseKey} /> · replica {act.replica} · {placeOf(act)}
                    </TextLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

/** What the episode's address says to open at the act; an effect without a call has no moment of its own. */
function momentOf({ callNo, attemptNo }: HeavyAct): string {
  return callNo === null ? "" : momentQuery({ kind: "call", index: callNo }, attemptNo);
}

function placeOf({ callNo }: HeavyAct): string {
  return callNo === null ? "an effect without a call" : `call ${callNo + 1}`;
}
