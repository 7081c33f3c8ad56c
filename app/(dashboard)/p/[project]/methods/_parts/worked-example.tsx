import { Card } from "@/components/ui/card";
import { ScrollBox } from "@/components/ui/scroll-box";
import { integer, points } from "@/lib/format/numbers";
import type { WorkedAct, WorkedExample as Example, WorkedStep } from "@/lib/reports/worked-example";
import { SECTIONS } from "./contents";

/** The article's campaigns by hand, from the acts to the interval and to where the fall went. */
export function WorkedExample({ example }: { example: Example }) {
  return (
    <Card title={SECTIONS.example} note="the experiment that the example project holds">
      <p className="max-w-[820px]">{example.sentence}</p>
      <ol className="mt-1 list-decimal pl-5 text-[13px] text-ink-2">
        {example.campaigns.map((campaign) => (
          <li key={campaign.name}>
            {campaign.name}: {integer(campaign.cases)} cases, {integer(campaign.episodes)} episodes
          </li>
        ))}
      </ol>
      {example.arms.map(({ arm, acts, steps }) => (
        <div key={arm} className="mt-5">
          <h3>Guardrail {arm}</h3>
          <Acts arm={arm} acts={acts} />
          <Steps steps={steps} />
        </div>
      ))}
      <h3 className="mt-5">The interval of damage, guardrail on</h3>
      <Steps steps={example.interval} />
      <h3 className="mt-5">Where the fall of damage went, off to on</h3>
      <Steps steps={example.decomposition} />
    </Card>
  );
}

function Acts({ arm, acts }: { arm: string; acts: readonly WorkedAct[] }) {
  return (
    <ScrollBox label={`Weighted calls, guardrail ${arm}`}>
      <table className="table-plain max-w-[820px]">
        <caption className="sr-only">
          Weighted calls with the guardrail {arm}; every other case made none
        </caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Tool</th>
            <th scope="col">Role</th>
            {["Weight", "Executed", "Denied", "Damage", "Exposure"].map((column) => (
              <th key={column} scope="col" className="num">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {acts.map((act) => (
            <tr key={`${act.case} ${act.tool}`}>
              <th scope="row" className="font-normal">
                {act.case}
              </th>
              <td className="font-mono text-[12.5px]">{act.tool}</td>
              <td>{act.role}</td>
              {[act.weight, act.executed, act.denied, act.damage, act.exposure].map(
                (figure, index) => (
                  <td key={index} className="num">
                    {points(figure)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Each step to redo: the formula, the numbers put in, what comes out. */
function Steps({ steps }: { steps: readonly WorkedStep[] }) {
  return (
    <ol className="mt-2 grid gap-x-8 gap-y-2.5 lg:grid-cols-2">
      {steps.map((step) => (
        <li key={step.what} className="min-w-0 border-l-2 border-line pl-3 text-[13px]">
          {step.what}
          <span className="block font-mono text-[12.5px] wrap-anywhere text-ink-3">
            {step.formula}
          </span>
          <span className="block font-mono text-[12.5px] wrap-anywhere">
            = {step.inserted} = <b className="font-semibold">{step.result}</b>
          </span>
        </li>
      ))}
    </ol>
  );
}
