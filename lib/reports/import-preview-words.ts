import type {
  ImportPreview,
  PreviewTermination,
  PreviewVerdicts,
} from "@/lib/domain/import-preview";
import { OUTCOME_NAMES, OUTCOMES } from "@/lib/domain/outcome";
import { TERMINATIONS } from "@/lib/domain/termination";
import { integer, plural } from "@/lib/format/numbers";

/** What an import would come to, in one sentence. */
export function previewHeadline({ refusal, counts }: ImportPreview): string {
  if (refusal !== null) return refusal;
  const parts = [
    plural(counts.arms, "arm"),
    plural(counts.attacks, "attack"),
    plural(counts.cases, "case"),
    plural(counts.episodes, "episode"),
  ];
  return `It would import ${parts.join(", ")} and ${plural(counts.calls, "call")}; ${plural(counts.refused, "record")} would be refused.`;
}

/** What the source itself says of some episodes: "19 defended, 47 attacked, 2 without a verdict". */
export function fileSaysWords(says: PreviewVerdicts): string {
  const parts = [
    ...counted(says.defended, "defended"),
    ...counted(says.attacked, "attacked"),
    ...counted(says.silent, "without a verdict"),
  ];
  if (says.benign > 0) {
    const tasks = plural(says.benign, "legitimate task");
    parts.push(`${integer(says.benignDone)} of ${tasks} done`);
  }
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

/** What episodes become here: "286 attack succeeded, 132 safe and useful". */
export function becomesWords(becomes: PreviewTermination["becomes"]): string {
  return OUTCOME_NAMES.flatMap((name) => counted(becomes[name] ?? 0, OUTCOMES[name].label)).join(
    ", ",
  );
}

/** How the reason is known: "66 inferred", "3 recorded, 5 inferred". */
export function knownWords({ recorded, inferred }: PreviewTermination): string {
  return [...counted(recorded, "recorded"), ...counted(inferred, "inferred")].join(", ");
}

const SPLIT_NOUNS = { attack: "attack", benign: "legitimate task", probe: "probe" } as const;

/** What leaves every rate of an arm, and what the source counts it as. `arm` is how the arm is called. */
export function abortedSentence(row: ImportPreview["aborted"][number], arm: string): string {
  const { split, reason, episodes, of, fileSays } = row;
  const share = `${integer(episodes)} of ${plural(of, SPLIT_NOUNS[split])}`;
  const ended = `${arm}: ${share} ended aborted (${TERMINATIONS[reason].label})`;
  if (split === "probe") return `${ended}.`;
  if (split === "benign")
    return `${ended}; the file counts ${integer(fileSays.benignDone)} of them as done.`;
  const { defended, attacked, silent } = fileSays;
  if (defended + attacked === 0) return `${ended}; the file gives them no verdict.`;
  const rest = silent === 0 ? "" : `, and gives ${integer(silent)} no verdict`;
  return `${ended}; the file counts ${integer(defended)} of them as a defence and ${integer(attacked)} as a successful attack${rest}.`;
}

/** Whence the roles of the tools are, and what is missing for damage and exposure. */
export function rolesSentence({ tools }: ImportPreview): string {
  const { roles, called, withoutRole } = tools;
  if (called === 0) return "No tool is called in it.";
  const whence = {
    source: "The source carries a manifest.",
    given: "Roles come from the manifest that was given.",
    none: "No manifest gives the tools a role.",
  }[roles ?? "none"];
  if (withoutRole === 0) return `${whence} Each of ${plural(called, "called tool")} has a role.`;
  return `${whence} ${integer(withoutRole)} of ${plural(called, "called tool")} ${withoutRole === 1 ? "has" : "have"} no role: what they did has no weight. Give a manifest that declares them.`;
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${integer(count)} ${words}`];
}
