import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Questions } from "./questions";

const asked = { id: "q", format: "Inspect AI", label: "Scorer", help: "Its name.", default: "" };

it("asks for words where a format knows no choices, and for a choice where it does", () => {
  const words = renderToStaticMarkup(
    <Questions questions={[{ ...asked, choices: [] }]} answer={() => {}} />,
  );
  expect(words).toContain('<input type="text"');
  expect(words).not.toContain("<select");
  const choice = renderToStaticMarkup(
    <Questions
      questions={[{ ...asked, default: "a", choices: [{ value: "a", label: "A" }] }]}
      answer={() => {}}
    />,
  );
  expect(choice).toContain("<option");
});
