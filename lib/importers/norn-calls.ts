import type { CallRecord } from "@/lib/domain/records";
import { valueIn } from "./norn-json";
import type { CallRow } from "./norn-rows";

export type NornCall = {
  record: CallRecord;
  /** `malformed`: Norn calls it unauthorised, and it is a call that no tool could take. */
  kind: "ran" | "denied" | "malformed";
};

/**
 * A tool call. Norn's `is_authorized` 0 mixes what its policy denied with calls that were malformed, an
 * unknown tool or bad arguments; the result's beginning tells them apart (norn.md). Anything else that is
 * not authorised has run: a declared tool can have the flag forced. The flag is kept as it was recorded.
 */
export function callOf(row: CallRow): NornCall {
  const result = row.tool_result ?? undefined;
  const isUnauthorised = row.is_authorized === 0;
  const kind = !isUnauthorised
    ? "ran"
    : result?.startsWith("blocked:")
      ? "denied"
      : result?.startsWith("error:")
        ? "malformed"
        : "ran";
  const args = valueIn(row.tool_params) ?? row.tool_params ?? undefined;
  const authorised = row.is_authorized === 1 ? true : isUnauthorised ? false : null;
  const record: CallRecord = {
    tool: row.tool_name === "" ? "(no name)" : row.tool_name,
    ...(args === undefined ? {} : { args }),
    // Norn counts turns from 0.
    turn: row.turn + 1,
    ...(kind === "denied" && result !== undefined
      ? { decision: { outcome: "deny" as const, reason: result } }
      : {}),
    executed: kind === "ran",
    authorised,
    ...(result === undefined ? {} : { result }),
    ...(result?.startsWith("error:") ? { error: result } : {}),
    extra: { id: row.id },
  };
  return { record, kind };
}
