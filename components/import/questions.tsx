import { spelledOut } from "@/components/ui/data-text.model";

/** A question that a format leaves open, with the answer that was read with. */
export type Question = {
  id: string;
  label: string;
  help: string;
  /** None: the answer is free text. */
  choices: readonly { value: string; label: string }[];
  default: string;
  chosen: string;
};

/** The questions of one format as fields; an untouched one keeps the answer that was read with. */
export function Questions({
  questions,
  answers,
  answer,
}: {
  questions: readonly Question[];
  answers: Readonly<Record<string, string>>;
  answer: (id: string, value: string) => void;
}) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      {questions.map((question) => {
        const value = answers[question.id] ?? question.chosen;
        return (
          <label key={question.id} className="grid min-w-0 content-start gap-1 text-[13px]">
            <span className="font-[520]">{question.label}</span>
            <Answer question={question} value={value} answer={answer} />
            <span className="text-xs text-ink-3">
              {question.help} Default: {defaultWords(question)}.
            </span>
          </label>
        );
      })}
    </div>
  );
}

function defaultWords({ choices, default: fallback }: Question): string {
  const words = choices.find(({ value }) => value === fallback)?.label ?? fallback;
  return words === "" ? "left empty" : words;
}

const FIELD = "w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-ink";

/** A choice where the format knows the answers; else the user's own words, e.g. a scorer's name. */
function Answer({
  question: { id, choices },
  value,
  answer,
}: {
  question: Question;
  value: string;
  answer: (id: string, value: string) => void;
}) {
  if (choices.length === 0) {
    return (
      <input
        type="text"
        value={value}
        maxLength={500}
        onChange={(event) => answer(id, event.currentTarget.value)}
        className={FIELD}
      />
    );
  }
  // The command line may have given what the page does not offer.
  const isOffered = choices.some((choice) => choice.value === value);
  return (
    <select
      value={value}
      onChange={(event) => answer(id, event.currentTarget.value)}
      className={FIELD}
    >
      {isOffered ? null : <option value={value}>{spelledOut(value)}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {spelledOut(choice.label)}
        </option>
      ))}
    </select>
  );
}
