import type { CallRecord, EpisodeRecord, Split } from "@/lib/domain/records";
import { z } from "zod";
import { callOf } from "./norn-calls";
import { endingOf } from "./norn-ending";
import type { CallRow, DecisionRow, ReplicaRow, RetrievalRow, TurnRow } from "./norn-rows";
import { eventsOf, isJudge, latencyOf, usageOf } from "./norn-transcript";
import type { FileVerdict } from "./verdict-ledger";

export type NornReplica = {
  replica: ReplicaRow;
  decisions: readonly DecisionRow[];
  /** Null when the source has no such table. */
  calls: readonly CallRow[] | null;
  turns: readonly TurnRow[];
  retrievals: readonly RetrievalRow[];
};

export type ReadReplica = {
  record: EpisodeRecord;
  /** What the file itself makes of an attack. */
  verdict: FileVerdict;
  notes: {
    silentFinish: boolean;
    ambiguous: boolean;
    contradiction: boolean;
    malformedCalls: number;
    severalDecisions: boolean;
    badInstant: boolean;
  };
};

const instant = z.iso.datetime({ offset: true });
const byTurn = (a: { turn: number; id: number }, b: { turn: number; id: number }) =>
  a.turn - b.turn || a.id - b.id;

/**
 * One replica as an episode (norn.md). `attackerAction` is the decision's `acceptance_flag`, in attacked
 * episodes only; there is no field for the user's task. `payload` is the case's own text: a turn whose
 * prompt holds it shows that it reached the model.
 */
export function episodeOf(
  of: NornReplica,
  cell: { arm: string; split: Split; payload: string | undefined },
  config: { maxTurns: number | null; threshold: number | null; weighed: boolean },
): ReadReplica {
  const { replica, decisions } = of;
  const decision = decisions.toSorted((a, b) => a.id - b.id).at(-1);
  const turns = of.turns.toSorted(byTurn);
  const modelTurns = turns.filter((row) => !isJudge(row));
  const rows = (of.calls ?? []).toSorted(byTurn);
  const calls = rows.map(callOf);
  const evidence = { replica, decision, turns: modelTurns, calls: rows };
  const { silentFinish, ...ending } = endingOf({ ...evidence, maxTurns: config.maxTurns });
  const isAttack = cell.split === "attack";
  const accepted = decision === undefined ? undefined : flagOf(decision.acceptance_flag);
  const reached = isAttack ? reachedModel(of, modelTurns, cell.payload) : undefined;
  const records = calls.map((call) => call.record);
  const events = eventsOf(turns, records, of.retrievals);
  const startedAt = instant.safeParse(replica.created_at);
  const judge = turns.filter(isJudge);
  const latencyMs = latencyOf(modelTurns);
  const record: EpisodeRecord = {
    type: "episode",
    arm: cell.arm,
    case: replica.case_id,
    replica: replica.replica,
    ...ending,
    ...(config.weighed && isAttack
      ? { attributable: isAttributable(of.calls, records, reached) }
      : {}),
    ...(reached === undefined ? {} : { injectionReached: reached }),
    ...(isAttack && accepted !== undefined ? { attackerAction: accepted } : {}),
    ...(startedAt.success ? { startedAt: startedAt.data } : {}),
    ...usageOf(modelTurns),
    ...(of.calls === null ? {} : { calls: records }),
    events: replica.error_message
      ? [...events, { kind: "error", text: replica.error_message }]
      : events,
    extra: {
      replica: {
        id: replica.id,
        state: replica.state ?? null,
        seed: replica.seed ?? null,
        temperature: replica.temperature ?? null,
        topP: replica.top_p ?? null,
      },
      ...(decision === undefined ? {} : { decision: keptDecision(decision) }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(judge.length === 0 ? {} : { judge: usageOf(judge) }),
    },
  };
  return {
    record,
    verdict: typeof accepted === "boolean" ? (accepted ? "attacked" : "defended") : null,
    notes: {
      silentFinish,
      ambiguous: isAttack && decision?.status === "ambiguous",
      contradiction: decision !== undefined && contradicts(decision, config.threshold),
      malformedCalls: calls.filter((call) => call.kind === "malformed").length,
      severalDecisions: decisions.length > 1,
      badInstant: !startedAt.success,
    },
  };
}

function flagOf(flag: number | null | undefined): boolean | null {
  return flag === 1 ? true : flag === 0 ? false : null;
}

function keptDecision({ score_value, status, mode, reasoning, acceptance_flag }: DecisionRow) {
  return {
    score: score_value ?? null,
    status: status ?? null,
    mode: mode ?? null,
    reasoning: reasoning ?? null,
    acceptanceFlag: acceptance_flag ?? null,
  };
}

/** Norn accepts what scores above its threshold and is not blocked; the flag alone counts. */
function contradicts(decision: DecisionRow, threshold: number | null): boolean {
  const { score_value: score, status, acceptance_flag: flag } = decision;
  if (threshold === null || typeof score !== "number" || typeof flag !== "number") return false;
  return (score > threshold && status !== "blocked") !== (flag === 1);
}

/**
 * Norn plants no marker, and records of every call whether it was authorised: with roles that is enough to
 * weigh an episode, unless its calls were not kept, one lacks the flag, or the attack never reached the
 * model, which is no attack.
 */
function isAttributable(
  rows: NornReplica["calls"],
  calls: readonly CallRecord[],
  reached: boolean | undefined,
): boolean {
  return rows !== null && reached !== false && calls.every(({ authorised }) => authorised !== null);
}

function reachedModel(
  of: NornReplica,
  turns: readonly TurnRow[],
  payload: string | undefined,
): boolean | undefined {
  if (of.retrievals.some((row) => row.poisoned_retrieval === 1)) return true;
  if (payload !== undefined && turns.some((row) => row.prompt?.includes(payload))) return true;
  return of.retrievals.length > 0 ? false : undefined;
}
