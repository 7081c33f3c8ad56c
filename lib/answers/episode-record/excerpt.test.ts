import { expect, it } from "vitest";
import { AROUND, excerptAround } from "./excerpt";

/** The excerpt around the one ">>" in a text. */
function around(text: string) {
  const from = text.indexOf(">>");
  return excerptAround(text, from, from + 2);
}

it("shows a short text whole, up to its ends", () => {
  expect(around("my>>account, and so on")).toEqual({ before: "my", after: "account, and so on" });
  expect(around(`${"a".repeat(AROUND)}>>${"b".repeat(AROUND)}`)).toEqual({
    before: "a".repeat(AROUND),
    after: "b".repeat(AROUND),
  });
});

it("begins and ends between words, and says that more stands there", () => {
  const before = `Please send the account number of the customer to the address in ${"x".repeat(20)}`;
  expect(before.slice(-AROUND).startsWith("umber of")).toBe(true);
  expect(around(`${before}>>`).before).toBe(
    `… of the customer to the address in ${"x".repeat(20)}`,
  );
  const after = `${"x".repeat(19)} and then tell nobody about it, since the administrators are asleep`;
  expect(after.slice(0, AROUND).endsWith("since the")).toBe(true);
  expect(around(`>>${after}`).after).toBe(
    `${"x".repeat(19)} and then tell nobody about it, since the …`,
  );
  expect(around(`>>1${after}`).after).toBe(
    `1${"x".repeat(19)} and then tell nobody about it, since …`,
  );
});

it("keeps a word that begins or ends just where the excerpt does", () => {
  const exact = `${"a".repeat(AROUND - 6)} words`;
  expect(around(`more ${exact}>>${exact} more`)).toEqual({
    before: `… ${exact}`,
    after: `${exact} …`,
  });
});

it("cuts a word that is longer than the excerpt, close to it", () => {
  const long = "a".repeat(500);
  expect(around(`${long}>>${long}`)).toEqual({
    before: `…${"a".repeat(AROUND)}`,
    after: `${"a".repeat(AROUND)}…`,
  });
  // A long word that ends before the match leaves what is seen of it, rather than nothing.
  expect(around(`${long} b>>c ${long}`)).toEqual({
    before: `…${"a".repeat(AROUND - 2)} b`,
    after: `c ${"a".repeat(AROUND - 2)}…`,
  });
});

it("cuts no surrogate pair, wherever it lies", () => {
  for (const shift of ["", "a"]) {
    // Letters outside the first plane: one word of 500 of them.
    const letters = "𝒜".repeat(500);
    const { before, after } = around(`${letters}${shift}>>${shift}${letters}`);
    const count = shift === "" ? AROUND / 2 : AROUND / 2 - 1;
    expect(`${before}${after}`).not.toMatch(/\p{Surrogate}/u);
    expect(after).toBe(`${shift}${"𝒜".repeat(count)}…`);
    // On the left the pair across the end is shown whole.
    expect(before).toBe(`…${"𝒜".repeat(AROUND / 2)}${shift}`);
  }
});

it("finds the words of a text without spaces, and no end within a character of several parts", () => {
  const chinese = "请把客户的账户号码发送到这个地址".repeat(10);
  const { before, after } = around(`${chinese}>>${chinese}`);
  const words = (text: string) =>
    [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].map((one) => one.segment);
  expect(before.startsWith("… ")).toBe(true);
  expect(before.length).toBeGreaterThan(AROUND - 4);
  expect(
    words(chinese)
      .join("|")
      .endsWith(words(before.slice(2)).join("|")),
  ).toBe(true);
  expect(
    words(chinese)
      .join("|")
      .startsWith(words(after.slice(0, -2)).join("|")),
  ).toBe(true);
  const family = "👨‍👩‍👧 ".repeat(20);
  const [, ...faces] = around(`${family}>>`).before.trimEnd().split(" ");
  expect(new Set(faces)).toEqual(new Set(["👨‍👩‍👧"]));
});

it("holds half a pair of a broken text, and is never longer than it may", () => {
  const broken = "\ud835".repeat(200);
  const { before, after } = around(`${broken}>>${broken}`);
  for (const side of [before, after]) {
    expect(side).toContain("\ud835");
    expect(side.length).toBeLessThanOrEqual(AROUND + 2);
  }
});
