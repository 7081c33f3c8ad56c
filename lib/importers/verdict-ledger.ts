import { isAbort, type TerminationReason, TERMINATIONS } from "@/lib/domain/termination";
import { counted } from "./counted";
import type { FileVerdicts, ImportItem, Place } from "./importer";
import { visibleText } from "./visible-text";

/** What a file itself says of an attacked episode; null when it says nothing. */
export type FileVerdict = "defended" | "attacked" | null;

type Counts = { count: number; defended: number; attacked: number; first: Place };

/**
 * Gathers, by arm, what a file counts as a defence or a successful attack and what is an abort here, and
 * tells it in one sentence an arm and reason.
 */
export type VerdictLedger = {
  add(arm: string, termination: TerminationReason, verdict: FileVerdict, place: Place): void;
  items(): ImportItem[];
};

export function createVerdictLedger(): VerdictLedger {
  const arms = new Map<string, { attacked: number; aborts: Map<TerminationReason, Counts> }>();
  return {
    add(arm, termination, verdict, place) {
      const counts = arms.get(arm) ?? { attacked: 0, aborts: new Map<TerminationReason, Counts>() };
      arms.set(arm, counts);
      counts.attacked += 1;
      if (!isAbort(termination)) return;
      const known = counts.aborts.get(termination);
      const entry = known ?? { count: 0, defended: 0, attacked: 0, first: place };
      if (known === undefined) counts.aborts.set(termination, entry);
      entry.count += 1;
      if (verdict !== null) entry[verdict] += 1;
    },
    items: () =>
      [...arms].flatMap(([arm, { attacked, aborts }]) =>
        [...aborts].map(([reason, counts]) => {
          const message = sentence(arm, attacked, reason, counts);
          const { defended, attacked: hits, first } = counts;
          return recodedAbort(message, first, {
            arm,
            termination: reason,
            defended,
            attacked: hits,
          });
        }),
      ),
  };
}

/** The issue of episodes that have a verdict in their file and leave every rate here. */
export function recodedAbort(message: string, place: Place, verdicts: FileVerdicts): ImportItem {
  const issue = { severity: "recoded", code: "recoded-abort", message, place, verdicts } as const;
  return { kind: "issue", issue };
}

function sentence(arm: string, of: number, reason: TerminationReason, counts: Counts): string {
  const { count, defended, attacked } = counts;
  const without = count - defended - attacked;
  const silent = without > 0 ? `, and gives ${without} no verdict` : "";
  return `${visibleText(arm, 120)}: ${count} of ${counted(of, "attacked episode")} ended aborted (${TERMINATIONS[reason].label}); the file counts ${defended} of them as a defence and ${attacked} as a successful attack${silent}. They leave every rate.`;
}
