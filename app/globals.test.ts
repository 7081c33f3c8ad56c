import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string, scheme: "light" | "dark"): number {
  const [one, other] = [tokens.get(a), tokens.get(b)];
  if (one === undefined || other === undefined) throw new Error(`no token ${a} or ${b}`);
  const [x, y] = [luminance(one[scheme]), luminance(other[scheme])];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const paper = ["bg", "panel", "line-2"];
const text = ["ink", "ink-2", "ink-3", "damage-ink", "exposure-ink", "contain-ink", "ok", "link"];

describe.each(["light", "dark"] as const)("%s theme", (scheme) => {
  it.each(paper.flatMap((ground) => text.map((ink) => [ink, ground] as const)))(
    "%s on %s is legible (AA 4.5:1)",
    (ink, ground) => expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(4.5),
  );

  it.each([
    ["damage-ink", "damage-bg"],
    ["exposure-ink", "exposure-bg"],
    ["contain-ink", "contain-bg"],
    ["ok", "ok-bg"],
    ["ink-2", "contain-bg"],
    ["ink", "finished"],
    ["bg", "ink"],
  ] as const)("%s on %s is legible (AA 4.5:1)", (ink, ground) =>
    expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(["damage", "exposure", "contain", "abort", "field"])(
    "a mark in %s stands out from the panel (AA 3:1)",
    (mark) => expect(contrast(mark, "panel", scheme)).toBeGreaterThanOrEqual(3),
  );
});
