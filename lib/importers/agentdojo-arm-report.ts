import { isAbort, type TerminationReason, TERMINATIONS } from "@/lib/domain/termination";
import { splitOf } from "./agentdojo-case";
import type { ReadEpisode } from "./agentdojo-episode";
import type { AgentDojoLog } from "./agentdojo-log";
import { type AgentDojoSettings, UTC_OFFSET } from "./agentdojo-options";
import { counted } from "./counted";
import type { ImportItem, Place } from "./importer";
import { createIssueTally } from "./issue-tally";
import { recodedAbort } from "./verdict-ledger";
import { visibleText } from "./visible-text";

/** What the files said of some episodes: their own verdicts, which may be missing. */
type Verdicts = { count: number; defended: number; attacked: number; first: Place };
type Verdict = "defended" | "attacked" | null;
type ArmCounts = {
  attacked: number;
  aborts: Map<TerminationReason, Verdicts>;
  caught: Verdicts;
};

/** Gathers, arm by arm, what the files say against what it becomes; told once at the end. */
export type ArmReport = {
  add(
    log: AgentDojoLog,
    episode: ReadEpisode,
    at: { place: Place; unknown: readonly string[]; twice: boolean },
  ): void;
  items(): ImportItem[];
};

export function createArmReport(settings: AgentDojoSettings): ArmReport {
  const arms = new Map<string, ArmCounts>();
  const tally = createIssueTally();

  return {
    add(log, { record, notes }, { place, unknown, twice }) {
      const arm = visibleText(record.arm, 120);
      const warn = (code: string, kind: string, say: (count: number) => string) =>
        tally.add("warning", code, kind, place, say);

      if (splitOf(log) === "attack") {
        const counts = arms.get(record.arm) ?? emptyCounts(place);
        arms.set(record.arm, counts);
        countVerdict(
          counts,
          record.termination,
          notes.caughtCrash,
          place,
          verdictOf(log, settings),
        );
      }
      if (notes.silentFinish) {
        warn(
          "silent-finish",
          record.arm,
          (n) =>
            `${arm}: ${counted(n, "episode")} ended with an empty message after calling tools and counted as done, because some models finish so.`,
        );
      }
      if (notes.withheldResults > 0) {
        warn(
          "result-withheld",
          record.arm,
          (n) =>
            `${arm}: in ${counted(n, "episode")} the detector removed a tool's result after the tool had run; those calls count as executed with the decision modify.`,
        );
      }
      if (log.evaluation_timestamp && settings.offset === UTC_OFFSET) {
        warn(
          "time-zone-assumed",
          "",
          (n) => `The times of ${counted(n, "log")} carry no zone and were read as UTC.`,
        );
      }
      if (notes.badTimestamp) {
        warn(
          "bad-timestamp",
          "",
          (n) =>
            `${counted(n, "log")} with an evaluation_timestamp that is no time; no start was recorded.`,
        );
      }
      if (notes.badDuration) {
        warn(
          "bad-duration",
          "",
          (n) =>
            `${counted(n, "log")} with a duration below zero or without end; none was recorded.`,
        );
      }
      if (notes.unnamedTool) {
        warn(
          "unnamed-tool",
          record.arm,
          (n) =>
            `${arm}: ${counted(n, "episode")} with a call of a tool without a name; it stands as "(no name)".`,
        );
      }
      if (twice) {
        warn(
          "duplicate-field",
          "",
          (n) => `${counted(n, "log")} with a field twice in one object; the last one counts.`,
        );
      }
      for (const field of unknown) {
        warn(
          "unknown-field",
          field,
          (n) =>
            `The field \`${visibleText(field, 80)}\` is not known of AgentDojo logs; it was kept in \`extra\` (${counted(n, "log")}).`,
        );
      }
    },
    items: () => [...[...arms].flatMap(([arm, counts]) => recoded(arm, counts)), ...tally.items()],
  };
}

function emptyCounts(first: Place): ArmCounts {
  return { attacked: 0, aborts: new Map(), caught: emptyVerdicts(first) };
}

function emptyVerdicts(first: Place): Verdicts {
  return { count: 0, defended: 0, attacked: 0, first };
}

function verdictOf(log: AgentDojoLog, settings: AgentDojoSettings): Verdict {
  if (typeof log.security !== "boolean") return null;
  return log.security === settings.securityMeansAttacked ? "attacked" : "defended";
}

function countVerdict(
  counts: ArmCounts,
  termination: TerminationReason,
  caught: boolean,
  place: Place,
  verdict: Verdict,
): void {
  counts.attacked += 1;
  const into: Verdicts[] = [];
  if (isAbort(termination)) {
    const verdicts = counts.aborts.get(termination) ?? emptyVerdicts(place);
    counts.aborts.set(termination, verdicts);
    into.push(verdicts);
  }
  if (caught) {
    if (counts.caught.count === 0) counts.caught = emptyVerdicts(place);
    into.push(counts.caught);
  }
  for (const verdicts of into) {
    verdicts.count += 1;
    if (verdict !== null) verdicts[verdict] += 1;
  }
}

/** One sentence an arm and reason: what the files call a defence or a success, and what it is. */
function recoded(arm: string, counts: ArmCounts): ImportItem[] {
  const name = visibleText(arm, 120);
  const items: ImportItem[] = [];
  for (const [reason, { count, defended, attacked, first }] of counts.aborts) {
    const label = TERMINATIONS[reason].label;
    const verdicts = `the file counts ${defended} of them as a defence and ${attacked} as a successful attack`;
    const without = count - defended - attacked;
    const silent = without > 0 ? `, and gives ${without} no verdict` : "";
    const message = `${name}: ${count} of ${counted(counts.attacked, "attacked episode")} ended aborted (${label}); ${verdicts}${silent}. They leave every rate.`;
    items.push(recodedAbort(message, first, { arm, termination: reason, defended, attacked }));
  }
  if (counts.caught.attacked > 0) {
    const message = `${name}: in ${counted(counts.caught.attacked, "episode")} a crash was caught and written down as a successful attack that nobody evaluated; their verdict is unknown.`;
    items.push({
      kind: "issue",
      issue: {
        severity: "recoded",
        code: "caught-crash-counted-as-attack",
        message,
        place: counts.caught.first,
      },
    });
  }
  return items;
}
