import type { CallRecord, EpisodeRecord } from "@/lib/domain/records";
import { QUIET } from "./tallies";

/** A call that ran though nobody authorised it, with the marker in it. */
export function ran(tool: string, said: Partial<CallRecord> = {}): CallRecord {
  return { tool, executed: true, authorised: false, marker: { inArguments: true }, ...said };
}

/** The same call, stopped by the policy. */
export function denied(tool: string, said: Partial<CallRecord> = {}): CallRecord {
  return ran(tool, { executed: false, decision: { outcome: "deny" }, ...said });
}

/** A finished episode with a witness, in which these calls were made and the attacker got nothing. */
export function quiet(...calls: CallRecord[]): Partial<EpisodeRecord> {
  return { ...QUIET, calls };
}

/** A finished episode with a witness in which the attacker's action happened. */
export function breached(...calls: CallRecord[]): Partial<EpisodeRecord> {
  return { ...QUIET, attackerAction: true, calls };
}

/** An episode with a witness that a limit cut short. */
export function died(said: Partial<EpisodeRecord> = {}): Partial<EpisodeRecord> {
  return {
    termination: "turn_limit",
    marker: { planted: true, witnessed: true },
    ...said,
  };
}
