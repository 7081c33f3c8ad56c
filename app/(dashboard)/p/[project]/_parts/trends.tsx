import { TrendChart } from "@/components/charts/trend-chart";
import { isBlank, trendPanels, type TrendPick } from "@/components/charts/trend-chart.model";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { notAvailable } from "@/lib/domain/measurement";
import { plural } from "@/lib/format/numbers";
import { projectPath, withQuery } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { HistoryRow } from "@/lib/reports/make-history-report";

/** Trends that stand on the page at once; more targets are a filter away. */
const DRAWN = 4;

/** One trend a target. */
export function Trends({ project, rows }: { project: string; rows: readonly HistoryRow[] }) {
  const panels = trendPanels(rows, pick);
  const full = panels.filter((panel) => !isBlank(panel));
  // Where nothing at all can be drawn, one chart says so in its place.
  const drawn = full.length === 0 ? panels.slice(0, 1) : full.slice(0, DRAWN);
  const others = full.slice(DRAWN);
  const blank = panels.filter((panel) => isBlank(panel) && !drawn.includes(panel));
  return (
    <>
      {drawn.map((panel) => (
        <Card key={panel.target}>
          <TrendChart
            panel={panel}
            title={
              panels.length === 1
                ? "Damage and exposure per episode"
                : `Damage and exposure per episode: ${spelledOut(panel.target)}`
            }
            rule={someByRule(
              rows.filter(({ target }) => target === panel.target).map(({ arm }) => arm),
            )}
          />
        </Card>
      ))}
      {others.length + blank.length === 0 ? null : (
        <Card title={`${plural(others.length + blank.length, "target")} not drawn here`}>
          <ul className="space-y-1 text-[13px] text-ink-2">
            {[...others, ...blank].map(({ target, state }) => (
              <li key={target}>
                <TextLink href={withQuery(projectPath(project), { target })}>
                  <DataName text={target} />
                </TextLink>
                {state.kind === "ready" ? null : (
                  <>
                    : n/a, <Sentence text={state.reason} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** In a history the mark says where it holds; the table's figures carry their own. */
function someByRule(arms: readonly ArmReport[]): string | undefined {
  const marked = arms.filter((arm) => arm.attributedByRule !== undefined);
  const names = new Set(marked.map(({ arm }) => arm.campaignName));
  if (marked.length === 0) return undefined;
  return `${[...names].join(", ")}: ${marked[0]?.attributedByRule ?? ""}`;
}

const pick: TrendPick = ({ measurements }) => ({
  damage: measurements["damage"] ?? UNREGISTERED,
  exposure: measurements["exposure"] ?? UNREGISTERED,
  containment: measurements["containment"] ?? UNREGISTERED,
});

const UNREGISTERED = notAvailable("this version does not measure it");
