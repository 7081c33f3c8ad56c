import { expect, it } from "vitest";
import { episodeQuery, episodeQueryOf, queryText, toFilter } from "./episode-query";

it("reads the filter from the address and writes it back", () => {
  const query = episodeQuery({ tool: "mail.send", class: "abort", alarm: "yes", text: "a b" });
  expect(queryText(query)).toBe("class=abort&tool=mail.send&alarm=yes&text=a%20b");
  expect(toFilter(query)).toMatchObject({
    tool: "mail.send",
    termClass: "abort",
    alarm: true,
    text: "a b",
  });
});

it("drops what it does not know, and takes the first of a repeated one", () => {
  const query = episodeQuery({ class: "all", alarm: "", arm: ["on", "off"], foo: "bar" });
  expect(toFilter(query)).toMatchObject({ arm: "on", termClass: undefined, alarm: undefined });
  expect(queryText(query)).toBe("arm=on");
});

it("hands no NUL to the database", () => {
  expect(episodeQuery({ case: "a\0b" }).case).toBe("a\ufffdb");
});

it("reads its own text back, the first of a repeated name", () => {
  const query = episodeQuery({ marker: "arguments", text: "a & b=c" });
  expect(episodeQueryOf(queryText(query))).toEqual(query);
  expect(episodeQueryOf("arm=on&arm=off").arm).toBe("on");
});
