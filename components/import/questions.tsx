/** A question that a format leaves open, with the format that asks it. */
export type Question = {
  id: string;
  format: string;
  label: string;
  help: string;
  /** None: the answer is free text. */
  choices: readonly { value: string; label: string }[];
  default: string;
};

/** Asked before anything is sent; an untouched one is answered by its default. */
export function Questions({
  questions,
  answer,
}: {
  questions: readonly Question[];
  answer: (id: string, value: string) => void;
}) {
  if (questions.length === 0) return null;
  return (
    <details className="mx-auto max-w-[620px] text-left text-[13px]">
      <summary className="text-center text-ink-2">What a format leaves open</summary>
      <div className="mt-2 grid gap-3">
        {questions.map((question) => (
          <label key={question.id} className="grid gap-1">
            <span>
              {question.label} <span className="text-ink-3">({question.format})</span>
            </span>
            <Answer question={question} answer={answer} />
            <span className="text-xs text-ink-3">{question.help}</span>
          </label>
        ))}
      </div>
    </details>
  );
}

const FIELD = "w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-ink";

/** A choice where the format knows the answers; else the user's own words, e.g. a scorer's name. */
function Answer({
  question,
  answer,
}: {
  question: Question;
  answer: (id: string, value: string) => void;
}) {
  if (question.choices.length === 0) {
    return (
      <input
        type="text"
        defaultValue={question.default}
        maxLength={500}
        onChange={(event) => answer(question.id, event.currentTarget.value)}
        className={FIELD}
      />
    );
  }
  return (
    <select
      defaultValue={question.default}
      onChange={(event) => answer(question.id, event.currentTarget.value)}
      className={FIELD}
    >
      {question.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
