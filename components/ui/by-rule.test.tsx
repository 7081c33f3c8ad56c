import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CallStep } from "@/components/episode/call-step";
import { MetricDifferences } from "@/components/comparison/metric-differences";
import { MeasurementCell } from "@/components/tables/cells";
import { episodeColumns, type EpisodeListRow } from "@/components/tables/episode-columns";
import type { Measurement } from "@/lib/domain/measurement";
import type { StepCall } from "@/lib/domain/episode-steps";
import { damage } from "@/lib/metrics/damage";
import { ByRule } from "./by-rule";
import { Measured } from "./measured";
import { Tile } from "./tile";

const RULE = "What the benign run never did is the attacker's.";
const MARK = "attributed by rule";
const VALUE: Measurement = {
  kind: "value",
  value: 0.5,
  numerator: 5,
  denominator: 10,
  interval: null,
};

describe("the mark", () => {
  it("carries the rule for those who point and those who listen", () => {
    const drawn = renderToStaticMarkup(<ByRule rule="one & all" />);
    expect(drawn).toContain(MARK);
    expect(drawn).toContain('title="one &amp; all"');
    expect(drawn).toContain("sr-only");
  });

  it("D3: names what hides in the rule, for both", () => {
    const drawn = renderToStaticMarkup(<ByRule rule={"a\u202eb"} />);
    expect(drawn).toContain('title="aU+202Eb"');
    expect(drawn).toContain("<bdi>aU+202Eb</bdi>");
    expect(drawn).not.toContain("\u202e");
  });

  it("is nothing where the record attributes", () => {
    expect(renderToStaticMarkup(<ByRule rule={null} />)).toBe("");
    expect(renderToStaticMarkup(<ByRule rule={undefined} />)).toBe("");
  });
});

describe("a figure that rests on a rule is marked, another is not", () => {
  it.each([
    ["a tile", (of: Measurement) => <Tile metric={damage} measurement={of} href="/e" />],
    ["a cell", (of: Measurement) => <MeasurementCell measurement={of} unit="weight" />],
    ["a line", (of: Measurement) => <Measured measurement={of} unit="weight" />],
  ])("in %s", (_, draw) => {
    expect(renderToStaticMarkup(draw({ ...VALUE, byRule: RULE }))).toContain(MARK);
    expect(renderToStaticMarkup(draw(VALUE))).not.toContain(MARK);
  });

  it("in a difference", () => {
    const side = { value: 0.5, numerator: 5, denominator: 10 };
    const delta = {
      metric: "damage",
      label: "Damage (IDR)",
      unit: "weight" as const,
      better: "lower" as const,
      baseline: side,
      candidate: side,
      difference: 0,
      interval: null,
      p: null,
      cases: 10,
      differingCases: 0,
      unequalReplicas: false,
      reading: "alike in every case",
    };
    const draw = (byRule: { byRule?: string }) =>
      renderToStaticMarkup(<MetricDifferences metrics={[{ ...delta, ...byRule }]} />);
    expect(draw({ byRule: RULE })).toContain(MARK);
    expect(draw({})).not.toContain(MARK);
  });

  it("in a row of the episodes' list", () => {
    const row: EpisodeListRow = {
      campaignSlug: "c",
      campaignName: "c",
      seq: 1,
      armName: "a",
      caseKey: "k",
      attackKey: "t",
      replica: 0,
      termination: "task_done",
      terminationSource: "recorded",
      dispute: null,
      outcome: "attack_success",
      hitBeforeAbort: false,
      weighable: true,
      damage: 2,
      exposure: 0,
      attributedByRule: RULE,
      callCount: 1,
      deniedCount: 0,
      durationMs: null,
      alarms: [],
    };
    const cell = (of: EpisodeListRow) => {
      const column = episodeColumns("p", "").find(({ id }) => id === "damage");
      return renderToStaticMarkup(<>{column?.cell(of)}</>);
    };
    expect(cell(row)).toContain(MARK);
    expect(cell({ ...row, attributedByRule: null })).toBe("2 ");
  });
});

describe("a call on the episode's page", () => {
  const draw = (call: StepCall, rule: string | null, hurt: number) =>
    renderToStaticMarkup(
      <CallStep
        step={{
          kind: "call",
          call,
          index: 0,
          turn: 1,
          resultInEvent: false,
          points: {
            role: "send",
            weight: 2,
            damage: hurt,
            exposure: 0,
            friction: false,
            unattributed: call.authorised === null,
          },
        }}
        rule={rule}
        links={{ page: "/e", api: "/api/e", attempt: null, anchor: "" }}
        markers={[]}
      />,
    );
  const call: StepCall = {
    tool: "send_money",
    executed: true,
    args: null,
    result: null,
    error: null,
  };

  it("never says that an operator authorised what a rule has excused", () => {
    const excused = draw({ ...call, authorised: true }, RULE, 0);
    expect(excused).toContain("not damage: the attack failed");
    expect(excused).not.toContain("authorised by the operator");
    expect(draw({ ...call, authorised: true }, null, 0)).toContain("authorised by the operator");
  });

  it("says whose it was, and that the rule cannot tell", () => {
    expect(draw({ ...call, authorised: false }, RULE, 2)).toContain("the attacker&#x27;s");
    expect(draw({ ...call, authorised: null }, RULE, 0)).toContain(
      "Unattributed: the rule cannot tell whose it was.",
    );
  });
});
