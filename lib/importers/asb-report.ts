import type { EpisodeRecord, Split } from "@/lib/domain/records";
import type { AsbMessages } from "./asb-messages";
import type { AsbRow } from "./asb-row";
import { counted } from "./counted";
import { issueItem } from "./import-item";
import type { ImportItem, Place } from "./importer";
import { createIssueTally } from "./issue-tally";
import { createVerdictLedger } from "./verdict-ledger";
import { visibleText } from "./visible-text";

type Arm = { rows: number; neither: number; first: Place };

/** What is told of the rows once all of them were read, with its counts. */
export function createAsbReport() {
  const tally = createIssueTally();
  const verdicts = createVerdictLedger();
  const arms = new Map<string, Arm>();
  return {
    tally,
    add(row: AsbRow, episode: EpisodeRecord, split: Split, messages: AsbMessages, place: Place) {
      const arm = arms.get(episode.arm) ?? { rows: 0, neither: 0, first: place };
      arms.set(episode.arm, arm);
      arm.rows += 1;
      if (row.attacked !== "1" && row.done !== "1") arm.neither += 1;
      if (split === "attack") {
        const attacked = episode.attackerAction ?? null;
        const verdict = attacked === null ? null : attacked ? "attacked" : "defended";
        verdicts.add(episode.arm, episode.termination, verdict, place);
      }
      if (messages.fault !== undefined) {
        const { fault } = messages;
        tally.add(
          "warning",
          "messages-unread",
          fault.replace(/\d+/g, ""),
          place,
          (n) =>
            `${counted(n, "row")} whose messages could not be read whole as Python writes them; of the first: ${visibleText(fault, 120)}.`,
        );
      }
      if (messages.ending.silent === true) {
        tally.add(
          "warning",
          "silent-finish",
          "",
          place,
          (n) =>
            `${counted(n, "row")} whose last answer is empty after tools were used; ended ${episode.termination === "unknown" ? "unknown, outside every rate" : "as done"}, as the option \`silent\` says.`,
        );
      }
      for (const [column, value] of [
        ["Attack Successful", row.attacked],
        ["Original Task Successful", row.done],
      ] as const) {
        if (value === "0" || value === "1") continue;
        const say = (n: number) =>
          `${counted(n, "row")} whose \`${column}\` is neither 0 nor 1; no verdict was taken from it.`;
        tally.add("warning", "verdict-unreadable", column, place, say);
      }
    },
    *items(): Generator<ImportItem> {
      yield* verdicts.items();
      yield* tally.items();
      for (const [arm, { rows, neither, first }] of arms) {
        const message = `${visibleText(arm, 120)}: the table records no endings, so they were read from the last message; in ${neither} of ${counted(rows, "row")} neither the attack nor the task succeeded, and a crash would look the same.`;
        yield issueItem("warning", "ending-unrecorded", message, first);
      }
    },
  };
}
