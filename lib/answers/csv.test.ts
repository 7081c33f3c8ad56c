import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { csvCell, csvHead, csvRow } from "./csv";

it.each([
  ["=1+1", "'=1+1"],
  ["+49", "'+49"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1", "'  =1"],
  ["\t=1", "'\t=1"],
  ["\tplain", "'\tplain"],
  ["\rplain", '"\'\rplain"'],
  ["\0=1", "'\0=1"],
  ["\uff1dcmd", "'\uff1dcmd"],
  ['=HYPERLINK("http://a","b")', '"\'=HYPERLINK(""http://a"",""b"")"'],
  ["plain", "plain"],
  ["a-b", "a-b"],
  ['say "no"', '"say ""no"""'],
  ["two\nlines", '"two\nlines"'],
  ["", ""],
])("the text %j becomes %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it("leaves numbers numbers, a negative one too, and has nothing for null", () => {
  expect([csvCell(-1.5), csvCell(0), csvCell(1e21), csvCell(null), csvCell(false)]).toEqual([
    "-1.5",
    "0",
    "1e+21",
    "",
    "false",
  ]);
});

it("is read back as it was by a reader of RFC 4180", () => {
  const columns = [
    { name: "a,b", cell: (row: [string, number]) => row[0] },
    { name: "n", cell: (row: [string, number]) => row[1] },
  ];
  const rows: [string, number][] = [
    ['q"uote,\r\nline', -1],
    [" lead", 2],
  ];
  const text = csvHead(columns) + rows.map((row) => csvRow(columns, row)).join("");
  expect(parse(text)).toEqual([
    ["a,b", "n"],
    ['q"uote,\r\nline', "-1"],
    [" lead", "2"],
  ]);
});

/** What spreadsheets take for a formula: each begin, after each thing that they skip, with each end. */
const FORMULAS = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"].flatMap((sign) =>
  ["", " ", "  ", "\t", "\r", "\n", "\r\n", "\0", "\u00a0"].flatMap((before) =>
    ["1+1", 'HYPERLINK("http://a.example","b")', "cmd|' /C calc'!A0"].map(
      (rest) => before + sign + rest,
    ),
  ),
);

it("D8: no cell of a formula begins with what a spreadsheet computes, and it is read back whole", async () => {
  const columns = [{ name: "text", cell: (row: string) => row }];
  const rows: unknown = parse(
    csvHead(columns) + FORMULAS.map((text) => csvRow(columns, text)).join(""),
  );
  expect(FORMULAS.length).toBeGreaterThanOrEqual(200);
  expect(rows).toEqual([["text"], ...FORMULAS.map((text) => [`'${text}`])]);
  await figure("D8", `${FORMULAS.length} of ${FORMULAS.length} formulas are inert (bar: 200)`);
});
