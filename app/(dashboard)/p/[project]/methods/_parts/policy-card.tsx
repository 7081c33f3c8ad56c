import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { percent, points } from "@/lib/format/numbers";
import type { MethodsData } from "@/lib/reports/methods-data";
import { SECTIONS } from "./contents";

/** What this project holds its comparisons to; every report prints it. */
export function PolicyCard({ data }: { data: Pick<MethodsData, "policy" | "scoringVersion"> }) {
  const { policy } = data;
  return (
    <Card title={SECTIONS.policy} note={`version ${policy.version}`}>
      <Facts>
        <Fact name="Margin: the largest difference of abort rates of no concern">
          {`± ${points(policy.margin * 100)} points`}
        </Fact>
        <Fact name="Level of each one-sided test">{percent(policy.alpha)}</Fact>
        <Fact name="Interval of the gate">
          {`${percent(1 - 2 * policy.alpha)}: all of it must lie within the margin`}
        </Fact>
        <Fact name="Cap on aborted episodes and on lost cases">{percent(policy.maxAbortRate)}</Fact>
        <Fact name="Complete data without shown parity">
          {policy.requireShownParity ? "stays shut" : "opens the comparison, and says so"}
        </Fact>
        <Fact name="Intervals on every page">{percent(policy.confidence)}</Fact>
        <Fact name="Scoring rules">{`version ${data.scoringVersion}`}</Fact>
      </Facts>
    </Card>
  );
}
