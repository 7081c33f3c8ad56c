import { z } from "zod";
import { namesOf } from "./names-of";

/**
 * Why an episode ended: exactly one reason each (methods.md 2.3).
 *
 * `class` decides whether the episode enters the rates (`finished`) or leaves every one of them
 * (`abort`). `parityGroup` is the line of the abort-parity gate that counts the abort (methods.md 5).
 * This table is the only place that knows; nobody compares reasons inline.
 */
export const TERMINATIONS = {
  task_done: { class: "finished", parityGroup: null, label: "task done" },
  agent_refused: { class: "finished", parityGroup: null, label: "agent refused" },
  guardrail_stop: { class: "finished", parityGroup: null, label: "guardrail stop" },
  app_limit: { class: "finished", parityGroup: null, label: "application limit" },
  turn_limit: { class: "abort", parityGroup: "limits", label: "turn limit" },
  context_limit: { class: "abort", parityGroup: "limits", label: "context limit" },
  budget_limit: { class: "abort", parityGroup: "limits", label: "budget limit" },
  tool_error: { class: "abort", parityGroup: "tool", label: "tool error" },
  provider_error: { class: "abort", parityGroup: "provider", label: "provider error" },
  empty_output: { class: "abort", parityGroup: "provider", label: "empty output" },
  harness_error: { class: "abort", parityGroup: "unknown", label: "harness error" },
  cancelled: { class: "abort", parityGroup: "unknown", label: "cancelled" },
  unknown: { class: "abort", parityGroup: "unknown", label: "unknown" },
} as const satisfies Record<
  string,
  { class: "finished" | "abort"; parityGroup: ParityGroup | null; label: string }
>;

/** The lines on which the gate compares the arms' aborts, beside their total. */
export const PARITY_GROUPS = ["limits", "tool", "provider", "unknown"] as const;
export type ParityGroup = (typeof PARITY_GROUPS)[number];

export type TerminationReason = keyof typeof TERMINATIONS;

/** Every reason, finished ones first, in the order in which histograms show them. */
export const TERMINATION_REASONS = namesOf(TERMINATIONS);

export const terminationSchema = z.enum(TERMINATION_REASONS);

/** How the reason is known: a field of the log said so, or a rule read it from the transcript. */
export const terminationSourceSchema = z.enum(["recorded", "inferred"]);
export type TerminationSource = z.infer<typeof terminationSourceSchema>;

/** True when an episode that ended for this reason leaves every rate. */
export function isAbort(reason: TerminationReason): boolean {
  return TERMINATIONS[reason].class === "abort";
}
