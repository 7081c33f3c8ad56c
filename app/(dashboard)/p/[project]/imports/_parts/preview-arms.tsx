import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { integer } from "@/lib/format/numbers";

/** A campaign may have a thousand: the rest is on the campaign's own page after the import. */
const SHOWN = 50;

/** The arms that the source is read as, with their episodes. */
export function PreviewArms({ arms }: { arms: ImportPreview["arms"] }) {
  if (arms.length === 0) return null;
  return (
    <Card
      title="Arms"
      note={arms.length > SHOWN ? `the first ${SHOWN} of ${integer(arms.length)}` : undefined}
    >
      <ScrollBox label="Arms">
        <table className="table-plain">
          <caption className="sr-only">Arms with guardrail, model and episodes</caption>
          <thead>
            <tr>
              <th scope="col">Arm</th>
              <th scope="col">Guardrail</th>
              <th scope="col">Model</th>
              <th scope="col" className="num">
                Attack
              </th>
              <th scope="col" className="num">
                Benign
              </th>
              <th scope="col" className="num">
                Probe
              </th>
            </tr>
          </thead>
          <tbody>
            {arms.slice(0, SHOWN).map(({ key, name, guardrail, model, episodes }) => (
              <tr key={key}>
                <th scope="row" className="max-w-[360px] wrap-anywhere">
                  <DataName text={name} />
                </th>
                <td>
                  {guardrail === null ? (
                    <span className="text-ink-3">not recorded</span>
                  ) : (
                    <>
                      <DataName text={guardrail.name} />
                      {guardrail.enabled ? "" : " (off)"}
                    </>
                  )}
                </td>
                <td>
                  {model === null ? (
                    <span className="text-ink-3">not recorded</span>
                  ) : (
                    <DataName text={model} />
                  )}
                </td>
                <td className="num">{integer(episodes.attack)}</td>
                <td className="num">{integer(episodes.benign)}</td>
                <td className="num">{integer(episodes.probe)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
