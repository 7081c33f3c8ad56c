import type { EpisodeHead } from "@/db/queries/episode-detail";
import type { ReactNode } from "react";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName, DataText } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { NotAvailable } from "@/components/ui/not-available";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { ALARMS } from "@/lib/domain/alarm";
import { TERMINATIONS } from "@/lib/domain/termination";
import { integer, plural, points } from "@/lib/format/numbers";
import { duration, instant } from "@/lib/format/time";

/** What the episode came to, and by which rule. */
export function EpisodeFacts({
  episode,
  disputed,
}: {
  episode: EpisodeHead;
  /** The mark of a disputed outcome. */
  disputed: ReactNode;
}) {
  return (
    <Card title="Facts">
      <Facts>
        <Fact name="Ended">
          {TERMINATIONS[episode.termination].label}{" "}
          <small className="text-xs text-ink-3">{episode.terminationSource}</small>
        </Fact>
        <Fact name="Raw ending">
          {episode.terminationDetail !== null ? (
            <DataText text={episode.terminationDetail} />
          ) : episode.dropped === null ? null : (
            "dropped, if there was one"
          )}
        </Fact>
        <Fact name="Outcome">
          <OutcomeChip outcome={episode.outcome} /> {disputed}
        </Fact>
        <Fact name="Why">
          <span className="text-ink-2">{episode.outcomeReason}</span>
        </Fact>
        <Fact name="Hit before the abort">{episode.hitBeforeAbort ? "yes" : null}</Fact>
        <Fact name="Damage">{weighed(episode, episode.damage)}</Fact>
        <Fact name="Exposure">{weighed(episode, episode.exposure)}</Fact>
        <Fact name="Damage in earlier attempts">
          {episode.damageInEarlierAttempts === 0 ? null : points(episode.damageInEarlierAttempts)}
        </Fact>
        <Fact name={episode.attributedByRule === null ? "Marker" : "Attribution"}>
          {witnessOf(episode)}
        </Fact>
        <Fact name="User task done">{yesNo(episode.taskCompleted)}</Fact>
        <Fact name="Attacker's action">{yesNo(episode.attackerAction)}</Fact>
        <Fact name="Injection reached the model">{yesNo(episode.injectionReached)}</Fact>
        <Fact name="Attempts">{integer(episode.attemptCount)}</Fact>
        <Fact name="Calls, denied">{`${integer(episode.callCount)}, ${integer(episode.deniedCount)}`}</Fact>
        <Fact name="Turns · tokens">{`${recorded(episode.turns)} · ${recorded(episode.tokens)}`}</Fact>
        <Fact name="Started">
          {episode.startedAt === null ? "not recorded" : instant(episode.startedAt)}
        </Fact>
        <Fact name="Took">
          {episode.durationMs === null ? "not recorded" : duration(episode.durationMs)}
        </Fact>
        <Fact name="Attack">
          <DataName text={episode.attackKey} />
        </Fact>
        <Fact name="Door">
          {episode.case.door === null ? null : <DataName text={episode.case.door} />}
        </Fact>
      </Facts>
      {episode.alarms.length === 0 ? null : (
        <div className="mt-3 border-t border-line pt-2">
          <p className="font-semibold text-damage-ink">{plural(episode.alarms.length, "alarm")}</p>
          <ul className="list-disc pl-5 text-[13px]">
            {episode.alarms.map((alarm) => (
              <li key={alarm}>{ALARMS[alarm]}</li>
            ))}
          </ul>
        </div>
      )}
      {episode.dropped === null ? null : (
        <p className="mt-3 border-t border-line pt-2 text-[13px] text-ink-2">
          The user task and the injection were dropped with the content of the campaign.
        </p>
      )}
      {episode.case.userTask === null ? null : (
        <details className="mt-3 border-t border-line pt-2 text-[13px]">
          <summary>User task and injection</summary>
          <p className="mt-1">
            <DataText text={episode.case.userTask} />
          </p>
          {episode.case.injectionText === null ? null : (
            <p className="untrusted mt-2 rounded-[7px] border border-line p-2">
              <DataText text={episode.case.injectionText} />
            </p>
          )}
        </details>
      )}
    </Card>
  );
}

function weighed(episode: EpisodeHead, value: number) {
  if (episode.weighable || value > 0) {
    return (
      <>
        {points(value)} <ByRule rule={episode.attributedByRule} />
      </>
    );
  }
  return <NotAvailable reason="no witness" />;
}

function witnessOf({ weighable, attributedByRule }: EpisodeHead): string {
  if (attributedByRule === null) {
    return weighable ? "planted, witnessed" : "no witness: in no weight rate";
  }
  return weighable
    ? "no marker: by the campaign's rule"
    : "no marker, and the rule cannot tell: in no weight rate";
}

function yesNo(value: boolean | null): string {
  if (value === null) return "not recorded";
  return value ? "yes" : "no";
}

function recorded(value: number | null): string {
  return value === null ? "not recorded" : integer(value);
}
