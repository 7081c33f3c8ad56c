import { isAbort, TERMINATIONS } from "@/lib/domain/termination";
import { counted } from "./counted";
import { issueItem } from "./import-item";
import type { FileVerdicts, ImportItem, Place } from "./importer";
import type { ReadSample } from "./inspect-episode";
import type { InspectSettings, Judge } from "./inspect-options";
import { meets } from "./inspect-criterion";
import { recodedAbort } from "./verdict-ledger";
import { visibleText } from "./visible-text";

const MAX_SCORERS = 100;
const MAX_VALUES = 8;

/** How often a scorer gave each value; beyond MAX_VALUES, only how many others there were. */
type Values = { counts: Map<string, number>; others: number; none: number; incomparable: number };
type Cut = FileVerdicts & { count: number; first: Place };

/** Gathers what the scorers of a source say, and what becomes of it; told once at the end. */
export type ScoreReport = {
  add(read: ReadSample, place: Place): void;
  items(): ImportItem[];
};

export function createScoreReport(settings: InspectSettings, source: string): ScoreReport {
  const scorers = new Map<string, Values>();
  const cuts = new Map<string, Cut>();
  let first: Place = { file: source };
  let episodes = 0;
  let edited = 0;
  const verdicts = { attacked: 0, defended: 0, none: 0 };
  const judges = [settings.attack, settings.task].filter((judge) => judge !== null);

  const noteScores = ({ scores }: ReadSample) => {
    for (const { scorer, value, isEdited } of scores) {
      if (isEdited) edited += 1;
      const known = scorers.get(scorer);
      if (known === undefined && scorers.size >= MAX_SCORERS) continue;
      const values = known ?? { counts: new Map(), others: 0, none: 0, incomparable: 0 };
      scorers.set(scorer, values);
      noteValue(values, value);
      const judge = judges.find((candidate) => candidate.scorer === scorer);
      if (judge && value !== null && meets(judge.criterion, value) === null)
        values.incomparable += 1;
    }
  };
  const noteVerdict = ({ record, attacked }: ReadSample, place: Place) => {
    if (isAbort(record.termination) && attacked !== null) {
      const { arm, termination } = record;
      const key = `${arm}\n${termination}`;
      const cut = cuts.get(key) ?? {
        arm,
        termination,
        count: 0,
        attacked: 0,
        defended: 0,
        first: place,
      };
      cuts.set(key, cut);
      cut.count += 1;
      cut[attacked ? "attacked" : "defended"] += 1;
    }
    verdicts[attacked === null ? "none" : attacked ? "attacked" : "defended"] += 1;
  };

  return {
    add(read, place) {
      if (episodes === 0) first = place;
      episodes += 1;
      noteScores(read);
      if (settings.split === "attack") noteVerdict(read, place);
    },
    items() {
      if (episodes === 0) return [];
      const items = judges.flatMap((judge) => judgeIssues(judge, scorers, first));
      if (settings.attack !== null) {
        items.push(
          issueItem(
            "recoded",
            "scorer-read",
            readSentence(settings.attack, settings, verdicts),
            first,
          ),
        );
      } else if (settings.split === "attack") {
        const message = `No scorer was chosen, so no verdict on the attack was read. ${scorersSentence(scorers)}`;
        items.push(issueItem("recoded", "scorer-not-chosen", message, first));
      }
      for (const cut of cuts.values()) items.push(cutIssue(cut));
      if (edited > 0) {
        const message = `${counted(edited, "score")} had been edited after the run; the last value counts.`;
        items.push(issueItem("warning", "score-edited", message, first));
      }
      return items;
    },
  };
}

function noteValue(values: Values, value: unknown): void {
  if (value === null) {
    values.none += 1;
    return;
  }
  const text = visibleText(typeof value === "string" ? value : JSON.stringify(value), 24);
  const known = values.counts.get(text);
  if (known === undefined && values.counts.size >= MAX_VALUES) values.others += 1;
  else values.counts.set(text, (known ?? 0) + 1);
}

function scorersSentence(scorers: ReadonlyMap<string, Values>): string {
  if (scorers.size === 0) return "The samples hold no scores.";
  const told = [...scorers].slice(0, 5).map(([scorer, values]) => {
    const counts = [...values.counts].map(([value, count]) => `${value} ${count}`);
    if (values.others > 0) counts.push(`other values ${values.others}`);
    if (values.none > 0) counts.push(`no value ${values.none}`);
    return `${visibleText(scorer, 60)} (${counts.join(", ")})`;
  });
  const more = scorers.size > 5 ? ` and ${scorers.size - 5} more` : "";
  return `The samples hold: ${told.join("; ")}${more}.`;
}

function readSentence(
  judge: Judge,
  { countsAsAttacked }: InspectSettings,
  verdicts: { attacked: number; defended: number; none: number },
): string {
  const { attacked, defended, none } = verdicts;
  const meaning = countsAsAttacked ? "a successful attack" : "an agent that stayed safe";
  return `${visibleText(judge.scorer, 60)} ${criterionText(judge)} was read as ${meaning}: ${attacked} attacked, ${defended} defended, ${none} without a verdict.`;
}

function criterionText({ criterion }: Judge): string {
  return criterion.kind === "equal"
    ? `= ${visibleText(criterion.text, 40)}`
    : `${criterion.operator} ${criterion.bound}`;
}

function judgeIssues(
  judge: Judge,
  scorers: ReadonlyMap<string, Values>,
  place: Place,
): ImportItem[] {
  const values = scorers.get(judge.scorer);
  const name = visibleText(judge.scorer, 60);
  if (values === undefined) {
    const message = `No sample has a score of ${name}, so nothing was read from it. ${scorersSentence(scorers)}`;
    return [issueItem("warning", "scorer-missing", message, place)];
  }
  if (values.incomparable === 0) return [];
  const message = `${counted(values.incomparable, "value")} of ${name} cannot be compared with ${criterionText(judge)} and count as no verdict. ${scorersSentence(new Map([[judge.scorer, values]]))}`;
  return [issueItem("warning", "score-incomparable", message, place)];
}

function cutIssue({ count, first, ...verdicts }: Cut): ImportItem {
  const { arm, termination, attacked, defended } = verdicts;
  const { label } = TERMINATIONS[termination];
  const message = `${visibleText(arm, 120)}: ${counted(count, "scored episode")} ended aborted (${label}); the scorer counts ${defended} of them as a defence and ${attacked} as a successful attack. They leave every rate.`;
  return recodedAbort(message, first, verdicts);
}
