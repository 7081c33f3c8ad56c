import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Questions } from "./questions";

const asked = { id: "q", label: "Scorer", help: "Its name.", default: "", chosen: "" };

function markup(question: object, answers: Record<string, string> = {}): string {
  const questions = [{ ...asked, choices: [], ...question }];
  return renderToStaticMarkup(
    <Questions questions={questions} answers={answers} answer={() => {}} />,
  );
}

it("asks for words where a format knows no choices, and for a choice where it does", () => {
  const words = markup({});
  expect(words).toContain('<input type="text"');
  expect(words).toContain("Default: left empty.");
  expect(words).not.toContain("<select");
  const choices = [{ value: "a", label: "First" }];
  const choice = markup({ default: "a", chosen: "a", choices });
  expect(choice).toContain('<option value="a" selected="">First</option>');
  expect(choice).toContain("Default: First.");
});

it("shows the answer that was read with, also one that is not offered, and then the new one", () => {
  const choices = [{ value: "only", label: "The only one" }];
  const read = { default: "only", chosen: "77", choices };
  expect(markup(read)).toContain('<option value="77" selected="">77</option>');
  expect(markup(read, { q: "only" })).toContain('<option value="only" selected="">');
});
