import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { Measured } from "@/components/ui/measured";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import { TextLink } from "@/components/ui/text-link";
import { outOf, plural } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { Friction } from "@/lib/reports/friction";

/** What the guardrail costs legitimate work: the benign cases, and denials of authorised calls. */
export function FrictionCard({
  project,
  arm,
  friction,
  metrics,
}: {
  project: string;
  arm: ArmReport;
  friction: Friction;
  metrics: readonly MetricInfo[];
}) {
  const of = { campaign: arm.arm.campaignSlug, arm: arm.arm.armKey };
  return (
    <Card title="Price in legitimate work" note="benign cases; never counted as attacks">
      {friction.benignCases === 0 ? (
        <p className="text-[13px] text-ink-2">
          No benign case was run in this arm: what its guardrail costs normal work was not measured.
        </p>
      ) : null}
      <Facts>
        {friction.benignCases === 0 ? null : (
          <>
            <Fact name="Benign episodes">
              <TextLink href={episodesPath(project, { ...of, split: "benign" })}>
                {plural(friction.benignStarted, "episode")}
              </TextLink>{" "}
              of {plural(friction.benignCases, "case")}
            </Fact>
            <Fact name="Aborted of them">
              {outOf(friction.benignAborted, friction.benignStarted)}
            </Fact>
            {metrics
              .filter(({ price }) => price === "benign")
              .map((metric) => {
                const measurement = arm.measurements[metric.id];
                return (
                  <Fact key={metric.id} name={metric.label}>
                    {measurement === undefined ? (
                      <NotAvailable reason="not measured" />
                    ) : (
                      <Measured measurement={measurement} unit={metric.unit} />
                    )}
                  </Fact>
                );
              })}
          </>
        )}
        <Fact name="Authorised calls denied in attack cases">
          {friction.deniedAuthorisedInAttacks === 0 ? (
            "0"
          ) : (
            <TextLink href={episodesPath(project, { ...of, split: "attack", decision: "deny" })}>
              {plural(friction.deniedAuthorisedInAttacks, "call")}
            </TextLink>
          )}{" "}
          in {plural(friction.attackFinished, "finished episode")}
        </Fact>
      </Facts>
    </Card>
  );
}
