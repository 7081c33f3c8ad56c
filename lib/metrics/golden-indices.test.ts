import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallRecord } from "@/lib/domain/records";
import { roleSchema } from "@/lib/domain/role";
import golden from "@/lib/stats/fixtures/golden.json";
import { departures, goldenCases } from "@/lib/stats/testing/golden";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { articleOn } from "@/lib/testing/article";
import { total } from "./measuring/by-case";
import { decompose } from "./measuring/decompose";
import { metricOf } from "./registry";

/** golden.json, `indices`: acts of one campaign and the number of its weighable replicas. */
const indicesSchema = z.object({
  input: z.object({
    note: z.string(),
    weighable: z.number(),
    events: z.array(
      z.object({
        role: z.union([roleSchema, z.literal("unknown")]),
        fate: z.enum(["executed", "denied"]),
        marker: z.boolean().optional(),
        egress: z.boolean().optional(),
      }),
    ),
  }),
  expected: z.object({
    idr: z.number().nullable(),
    exr: z.number().nullable(),
    attempted: z.number().nullable(),
    containment: z.number().nullable(),
  }),
});

/** A rate as the file writes it: "7/42", or a whole number. */
const fraction = z.string().transform((text) => {
  const [numerator = Number.NaN, denominator = 1] = text.split("/").map(Number);
  return numerator / denominator;
});
const ratesSchema = z
  .object({ idr: fraction, exr: fraction })
  .transform(({ idr, exr }) => ({ damage: idr, exposure: exr }));

const cases = golden.cases
  .filter((entry) => entry.fn === "indices")
  .map((e) => indicesSchema.parse(e));
const manifest = { tools: roleSchema.options.map((role) => ({ name: role, role })) };

type GoldenEvent = z.infer<typeof indicesSchema>["input"]["events"][number];

function callOf(event: GoldenEvent): CallRecord {
  const travelled = event.marker ?? true;
  const executed = event.fate === "executed";
  const marker =
    event.role === "read" ? { returned: event.egress ?? false } : { inArguments: travelled };
  return {
    tool: event.role,
    executed,
    marker,
    authorised: executed,
    ...(!executed && { decision: { outcome: "deny" as const } }),
  };
}

/** All acts in the first episode of the first case; the others are quiet. */
function measured(input: z.infer<typeof indicesSchema>["input"], id: string): number | null {
  const episodes = Array.from({ length: Math.max(1, input.weighable) }, (_, index) => ({
    ...QUIET,
    marker: { planted: true, witnessed: input.weighable > 0 },
    calls: index === 0 ? input.events.map(callOf) : [],
  }));
  const sketch = episodes.map((episode, index) => ({ case: `case-${index}`, episodes: [episode] }));
  const result = metricOf(id).measure(talliesOf(sketch, { manifest }), { confidence: 0.95 });
  return result.kind === "na" ? null : result.value;
}

describe("golden indices", () => {
  it("are all there", () => expect(cases).toHaveLength(11));

  it.each(cases.map((entry) => [entry.input.note, entry] as const))("%s", (_note, entry) => {
    const found = {
      idr: measured(entry.input, "damage"),
      exr: measured(entry.input, "exposure"),
      attempted: measured(entry.input, "attempted"),
      containment: measured(entry.input, "containment"),
    };
    expect(departures(found, entry.expected)).toEqual([]);
  });
});

describe("golden decomposition and composite", () => {
  it("splits the article's fall of damage into stopped by rule and never tried", () => {
    const [entry, ...others] = goldenCases(
      "decomposition",
      z.object({ on: ratesSchema, off: ratesSchema }),
      z.unknown(),
    );
    if (entry === undefined) throw new Error("no golden decomposition");
    const found = decompose(entry.input.off, entry.input.on);
    const named = {
      idrDrop: found.drop,
      containedByRule: found.stoppedByRule,
      notAttempted: found.neverTried,
      shareByRule: found.shareByRule,
    };
    expect(others).toEqual([]);
    expect(departures(named, entry.expected)).toEqual([]);
  });

  it("reads the article's rejected composite as the article did, and offers it nowhere", () => {
    const [entry, ...others] = goldenCases(
      "articleComposite",
      z.object({ damage: z.number(), denied: z.number(), weighable: z.number() }),
      z.unknown(),
    );
    if (entry === undefined) throw new Error("no golden composite");
    const { damage, denied, weighable } = entry.input;
    const article = articleOn();
    expect([
      total(article, (tally) => tally.damage),
      total(article, (tally) => tally.tools.reduce((sum, line) => sum + line.denied, 0)),
      total(article, (tally) => tally.weighable),
    ]).toEqual([damage, denied, weighable]);
    const halfPointPerDenial = denied * 0.5;
    const found = {
      composite: (damage + halfPointPerDenial) / weighable,
      exposureShare: halfPointPerDenial / (damage + halfPointPerDenial),
    };
    expect(others).toEqual([]);
    expect(departures(found, entry.expected)).toEqual([]);
  });
});
