import { expect, it } from "vitest";
import { inertName, inertText } from "./inert-markdown";

it.each([
  ["plain words, 3.5 %", "plain words, 3.5 %"],
  ["[click](http://evil)", "\\[click\\]\\(http\u2060://evil\\)"],
  ["<img src=x>", "\\<img src=x\\>"],
  ["a|b", "a\\|b"],
  ["@team", "@\u2060team"],
  ["www.evil.example", "www\u2060.evil.example"],
  ["line\nbreak", "line\\\\u\\{a\\}break"],
  ["&lt;", "&amp;lt;"],
])("the sentence %j becomes %j", (text, expected) => {
  expect(inertText(text)).toBe(expected);
});

it.each([
  ["guard 1.4", "`guard 1.4`"],
  ["a`b", "`` a`b ``"],
  ["``", "``` `` ```"],
  ["a|b", "`a\\|b`"],
  ["\u202e@team", "`\\u{202e}@team`"],
  ["", "`  `"],
])("the name %j becomes the code %j", (text, expected) => {
  expect(inertName(text)).toBe(expected);
});
