import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codePointName } from "@/components/ui/data-text.model";
import { figure } from "@/lib/testing/security-figure";
import { expect, test } from "./fixtures";
import { hostileRecords, linesOf } from "@/bin/testing/hostile-campaign";
import { importPaths } from "./stage";

/** What hides or reorders (security.md D3). */
const CODES = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xd800, 0xd80f],
  [0xdc00, 0xdc0f],
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at),
);

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;
/** Each between two characters that are no part of its name, in parts that are short enough for names. */
const TEXTS = Array.from({ length: Math.ceil(CODES.length / 60) }, (_, part) =>
  CODES.slice(part * 60, (part + 1) * 60)
    .map((code) => `9${String.fromCodePoint(code)}x`)
    .join(""),
);

test("D3: what hides is named, a copy has it as it was, and no text turns what stands beside it", async ({
  page,
  context,
}) => {
  const path = join(mkdtempSync(join(tmpdir(), "aftermath-hidden-")), "hidden.jsonl");
  writeFileSync(path, linesOf(hostileRecords("hidden", TEXTS, 2)));
  const [imported] = await importPaths("hidden", path);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${imported?.page}/episodes/1`);
  const main = page.getByRole("main");
  const drawn = new Set((await main.innerText()).match(/U\+[0-9A-F]{4,6}/g));
  expect(CODES.map(codePointName).filter((name) => !drawn.has(name))).toEqual([]);

  const texts = page.locator("bdi");
  const count = await texts.count();
  expect(count).toBeGreaterThan(50);
  expect(
    await texts.evaluateAll((all) => all.map((one) => getComputedStyle(one).unicodeBidi)),
  ).toEqual(Array.from({ length: count }, () => "isolate"));

  const recorded = TEXTS.join("\n");
  await expect(async () => {
    await main.getByRole("button", { name: "Copy text as recorded" }).first().click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    // A clipboard holds no half of a surrogate pair: the browser puts U+FFFD in its place.
    expect(copied).toBe(recorded.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
  }).toPass();
  const whole = CODES.filter((code) => !isHalf(code)).length;
  await figure(
    "D3",
    `${CODES.length} of ${CODES.length} code points named in Chromium; ${whole} of ${whole} that a clipboard can hold copied as they were (bar: 400, 400)`,
  );
});
