import type { CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import { type Attempt, conversationOf, promptOf } from "./garak-entry";
import type { GarakSettings } from "./garak-options";
import { garakVerdict, type GarakVerdict } from "./garak-verdict";
import { isObject } from "./json-value";
import { maskSecrets } from "./mask-secrets";

/** An attempt without any answer is one try that came to nothing. */
export function verdictOf(
  attempt: Attempt,
  index: number,
  answer: string | null,
  settings: GarakSettings,
  threshold: number,
): GarakVerdict {
  const verdict = garakVerdict(attempt, index, answer, settings, threshold);
  if ((attempt.outputs ?? []).length > 0) return verdict;
  const terminationDetail = `The attempt has no answer at all (status ${attempt.status}): the run stopped before one came.`;
  return { ...verdict, termination: "harness_error", terminationDetail };
}

/** The case of an attempt, with the paths of the credentials that were masked in its notes. */
export function caseOf(
  attempt: Attempt,
  key: string,
): { record: CaseRecord; secrets: readonly string[] } {
  const { probe_classname: probe } = attempt;
  const extra = maskSecrets({
    ...(typeof attempt.goal === "string" ? { goal: attempt.goal } : {}),
    ...(attempt["intent"] === undefined ? {} : { intent: attempt["intent"] }),
    ...(isObject(attempt.notes) ? { notes: withoutPrompt(attempt.notes) } : {}),
  });
  const record: CaseRecord = {
    type: "case",
    key,
    attack: probe,
    family: probe.split(".", 1)[0] ?? probe,
    split: "attack",
    userTask: promptOf(attempt)
      .map(({ text }) => text)
      .join("\n"),
    extra: extra.value,
  };
  return { record, secrets: extra.places };
}

/** The prompt before its translation repeats the prompt where nothing was translated. */
function withoutPrompt(notes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(notes).filter(([name]) => name !== "pre_translation_prompt"),
  );
}

/** Answer `index` of an attempt as an episode of its own. */
export function episodeOf(
  attempt: Attempt,
  index: number,
  cell: { arm: string; case: string; replica: number },
  { verdict, scores, ...ending }: GarakVerdict,
): EpisodeRecord {
  const events = conversationOf(attempt, index).map(({ role, text }) => ({
    kind: "message" as const,
    role,
    text,
  }));
  return {
    type: "episode",
    ...cell,
    ...ending,
    turns: events.filter(({ role }) => role === "assistant").length,
    events,
    extra: {
      attempt: { uuid: attempt.uuid ?? null, seq: attempt.seq ?? null, status: attempt.status },
      output: index,
      detectors: scores,
      verdict,
    },
  };
}
