import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IMPORTERS, keepsLines } from "@/lib/importers/registry";
import { SourceChoice } from "./source-choice";

const drawn = (format: string | null, checked = true) =>
  renderToStaticMarkup(
    <SourceChoice keepsLines={keepsLines(format)} checked={checked} set={() => {}} />,
  );

it("offers no choice for native records, whose lines are kept in any case", () => {
  for (const checked of [true, false])
    expect(drawn("aftermath", checked)).toBe(
      "<p>Its lines are always kept: they are the records themselves.</p>",
    );
});

it("asks for every other format, as it was answered before", () => {
  const others = IMPORTERS.map(({ id }) => id).filter((id) => id !== "aftermath");
  expect(others.length).toBe(7);
  for (const format of [...others, null]) {
    expect(drawn(format)).toContain('type="checkbox" checked=""');
    expect(drawn(format, false)).not.toContain("checked");
    expect(drawn(format)).toContain("Keep the source&#x27;s own bytes");
  }
});
