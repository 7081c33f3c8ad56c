import { z } from "zod";

/**
 * What a project holds its comparisons to (methods.md 5). Shares, not percent. Printed in every report,
 * so that a figure can be judged by the rules that made it.
 */
export const policySchema = z.object({
  /** Counts up with each change in a project, so that a report names the rules that made it. */
  version: z.number().int().positive(),
  /** Largest difference of abort rates that is of no concern. */
  margin: z.number().gt(0).lt(1),
  /** Level of the two one-sided tests: 0.05 gives the 90 % interval of the gate. */
  alpha: z.number().gt(0).lt(0.5),
  /** Above this share of aborted episodes, or of lost cases, an arm is compared with nothing. */
  maxAbortRate: z.number().gt(0).lt(1),
  /** Strict parity: complete data do not open a comparison whose parity was not shown. */
  requireShownParity: z.boolean(),
  /** Level of the intervals on every page. */
  confidence: z.number().gt(0).lt(1),
});

export type Policy = z.infer<typeof policySchema>;

export const DEFAULT_POLICY: Policy = {
  version: 1,
  margin: 0.05,
  alpha: 0.05,
  maxAbortRate: 0.2,
  requireShownParity: false,
  confidence: 0.95,
};
