import { expect, it } from "vitest";
import { METRICS } from "@/lib/metrics/registry";
import { citation } from "./citation";
import { INTERVAL_RULES } from "./methods-rules";

it("keeps the papers and drops the sections", () => {
  expect(citation("methods.md 3.3 (Fay & Feuer 1997)")).toBe("Fay & Feuer 1997");
  expect(citation("methods.md 2.2 (13), product.md 5")).toBeNull();
  expect(citation("methods.md 6")).toBeNull();
});

it("never names a file that only the specification has", () => {
  const shown = [...METRICS, ...INTERVAL_RULES].map(({ source }) => citation(source) ?? "");
  expect(shown.filter((text) => /\.md/.test(text))).toEqual([]);
});
