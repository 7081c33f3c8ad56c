import fc from "fast-check";
import type { CallRecord, EpisodeRecord } from "@/lib/domain/records";
import { TERMINATION_REASONS } from "@/lib/domain/termination";
import type { CaseSketch } from "./tallies";

const known = fc.constantFrom(true, false, null);

const call: fc.Arbitrary<CallRecord> = fc.record(
  {
    tool: fc.constantFrom(
      "read_inbox",
      "write_note",
      "send_email",
      "delete_record",
      "run_code",
      "mystery",
    ),
    executed: fc.boolean(),
    authorised: known,
    decision: fc.record({ outcome: fc.constantFrom("allow", "deny", "modify", "ask") }),
    marker: fc.record(
      { inArguments: fc.boolean(), inResult: fc.boolean(), returned: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["tool", "executed"] },
);

/** Dollars in sixteenths: their sums are exact in every order. */
const dollars = fc.integer({ min: 0, max: 64 }).map((sixteenths) => sixteenths / 16);

const episode: fc.Arbitrary<Partial<EpisodeRecord>> = fc.record(
  {
    termination: fc.oneof(
      { weight: 3, arbitrary: fc.constant("task_done" as const) },
      { weight: 2, arbitrary: fc.constantFrom(...TERMINATION_REASONS) },
    ),
    terminationSource: fc.constantFrom("recorded", "inferred"),
    marker: fc.record({ planted: fc.boolean(), witnessed: fc.boolean() }),
    injectionReached: known,
    attackerAction: known,
    taskCompleted: known,
    durationMs: fc.integer({ min: 0, max: 10_000 }),
    turns: fc.integer({ min: 0, max: 9 }),
    tokens: fc.record({ prompt: fc.nat(9_000), completion: fc.nat(9_000) }, { requiredKeys: [] }),
    costUsd: dollars,
    calls: fc.array(call, { maxLength: 4 }),
    effects: fc.array(
      fc.record(
        {
          tool: fc.constantFrom("send_email", "write_note"),
          call: fc.nat(4),
          containsMarker: fc.boolean(),
        },
        { requiredKeys: ["tool"] },
      ),
      { maxLength: 2 },
    ),
    attempts: fc.array(
      fc.record({
        termination: fc.constantFrom(...TERMINATION_REASONS),
        calls: fc.array(call, { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

const aborted = fc
  .tuple(
    episode,
    fc.constantFrom("turn_limit", "context_limit", "tool_error", "provider_error", "unknown"),
  )
  .map(([said, termination]): Partial<EpisodeRecord> => ({ ...said, termination }));

/** Cases of any split with any episodes that the record's schema accepts; names are their own. */
export const randomCases: fc.Arbitrary<CaseSketch[]> = fc
  .array(
    fc.record(
      {
        attack: fc.constantFrom("mail", "note", "crm"),
        split: fc.constantFrom("attack", "attack", "attack", "benign", "probe"),
        ceiling: fc.integer({ min: 0, max: 12 }).map((halves) => halves / 2),
        episodes: fc.array(episode, { maxLength: 5 }),
      },
      { requiredKeys: ["attack", "split", "episodes"] },
    ),
    { maxLength: 8 },
  )
  .map((cases) => cases.map((sketch, index) => ({ ...sketch, case: `case-${index}` })));

/** Aborted episodes of every kind, with whatever was seen before they died. */
export const randomAborted: fc.Arbitrary<Partial<EpisodeRecord>[]> = fc.array(aborted, {
  minLength: 1,
  maxLength: 4,
});
