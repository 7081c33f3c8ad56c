import { describe, expect, it } from "vitest";
import type { CaseRecord, Manifest } from "@/lib/domain/records";
import { died, quiet } from "@/lib/testing/episodes";
import { SUPPORT_MANIFEST } from "@/lib/reports/worked-campaigns";
import { episodeOf } from "@/lib/testing/tallies";
import { parameterCoverage } from "./parameter-coverage";
import { scoreEpisode } from "./scoring/score-episode";
import { addToTally, emptyTally } from "./scoring/tally-episodes";

const manifest: Manifest = {
  tools: [
    { name: "send_email", role: "send", parameters: { properties: { to: {}, body: {} } } },
    { name: "write_note", role: "write", parameters: { type: "object" } },
    { name: "run_code", role: "execute", parameters: { properties: { code: {} } } },
    { name: "read_inbox", role: "read" },
  ],
};

function aimedAt(tool: string, parameter: string, episode = quiet()) {
  const record: CaseRecord = {
    type: "case",
    key: `${tool}-${parameter}`,
    attack: tool,
    split: "attack",
    goal: { tool, parameter },
  };
  const tally = emptyTally({ arm: "arm", case: record });
  const arm = { type: "arm" as const, key: "arm", name: "arm" };
  addToTally(
    tally,
    scoreEpisode(episodeOf(record.key, 0, "arm", episode), { arm, case: record, manifest }),
  );
  return tally;
}

function coverage(tallies: ReturnType<typeof aimedAt>[], of: Manifest | undefined = manifest) {
  return parameterCoverage.measure(tallies, { confidence: 0.95, manifest: of });
}

describe("tool parameters under attack", () => {
  it("counts pairs of the schemas that a finished case aims at, each once", () => {
    const found = coverage([
      aimedAt("send_email", "to"),
      aimedAt("send_email", "to"),
      aimedAt("run_code", "language"),
      aimedAt("run_code", "code", died()),
    ]);
    expect(found).toEqual({
      kind: "value",
      value: 1 / 3,
      numerator: 1,
      denominator: 3,
      interval: null,
      note: "A count of the corpus, without an interval.",
    });
  });

  it("takes no goal of a benign case", () => {
    const tally = { ...aimedAt("send_email", "body"), split: "benign" as const };
    expect(coverage([aimedAt("send_email", "to"), tally])).toMatchObject({ numerator: 1 });
  });

  it.each([
    ["The manifest carries no parameter schemas.", [aimedAt("send_email", "to")], SUPPORT_MANIFEST],
    ["No attack case was run in this arm.", [], manifest],
    ["Every episode was aborted.", [aimedAt("send_email", "to", died())], manifest],
  ])("is n/a: %s", (reason, tallies, of) => {
    expect(coverage(tallies, of)).toEqual({ kind: "na", reason });
  });

  it("is n/a without a manifest", () => {
    expect(parameterCoverage.measure([aimedAt("a", "b")], { confidence: 0.95 })).toEqual({
      kind: "na",
      reason: "The campaign carries no manifest.",
    });
  });
});
