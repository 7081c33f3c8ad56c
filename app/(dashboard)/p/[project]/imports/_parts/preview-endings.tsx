import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { DataText } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { ImportPreview, PreviewTermination } from "@/lib/domain/import-preview";
import { isAbort, TERMINATIONS } from "@/lib/domain/termination";
import { integer, plural } from "@/lib/format/numbers";
import {
  abortedSentence,
  becomesWords,
  fileSaysWords,
  knownWords,
} from "@/lib/reports/import-preview-words";

/** Of arms with an abort so many are told at once; the others unfold. */
const SHOWN = 8;

/** Why episodes ended and by which rule, what the source says of them and what they become here. */
export function PreviewEndings({ preview }: { preview: ImportPreview }) {
  if (preview.terminations.length === 0) return null;
  return (
    <Card title="How episodes ended, and what they become">
      <ScrollBox label="Terminations">
        <table className="table-plain">
          <caption className="sr-only">Terminations with their rules and verdicts</caption>
          <thead>
            <tr>
              <th scope="col">Ending</th>
              <th scope="col" className="num">
                Episodes
              </th>
              <th scope="col">The file says</th>
              <th scope="col">Becomes here</th>
              <th scope="col">By which rule</th>
            </tr>
          </thead>
          <tbody>
            {preview.terminations.map((ending) => (
              <Ending key={ending.reason} ending={ending} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <LeavesRates preview={preview} />
    </Card>
  );
}

function Ending({ ending }: { ending: PreviewTermination }) {
  const { reason, episodes, rules, otherRules } = ending;
  return (
    <tr className="*:align-top!">
      <th scope="row">
        <span className="whitespace-nowrap">{TERMINATIONS[reason].label}</span>{" "}
        {isAbort(reason) ? <Chip tone="warn">leaves every rate</Chip> : null}
      </th>
      <td className="num">{integer(episodes)}</td>
      <td className="min-w-[140px]">{fileSaysWords(ending.fileSays)}</td>
      <td className="min-w-[140px]">{becomesWords(ending.becomes)}</td>
      <td className="min-w-[260px]">
        <span className="text-ink-2">{knownWords(ending)}</span>
        <ul className="grid gap-0.5">
          {rules.map((rule) => (
            <li key={`${rule.source} ${rule.words}`} className="text-[12.5px] wrap-anywhere">
              {integer(rule.episodes)}× <DataText text={rule.words} />
            </li>
          ))}
          {otherRules === 0 ? null : (
            <li className="text-[12.5px] text-ink-2">
              {plural(otherRules, "episode")} for other reasons
            </li>
          )}
        </ul>
      </td>
    </tr>
  );
}

function LeavesRates({ preview: { aborted, arms } }: { preview: ImportPreview }) {
  if (aborted.length === 0) return null;
  const names = new Map(arms.map(({ key, name }) => [key, name]));
  const list = (some: typeof aborted) => (
    <ul className="grid gap-1 text-[13px]">
      {some.map((row) => (
        <li key={`${row.arm} ${row.split} ${row.reason}`} className="wrap-anywhere">
          <DataText text={abortedSentence(row, names.get(row.arm) ?? row.arm)} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-3 border-t border-line-2 pt-3">
      <h3 className="mb-1 text-[13px] font-[560]">What leaves every rate, arm by arm</h3>
      {list(aborted.slice(0, SHOWN))}
      {aborted.length <= SHOWN ? null : (
        <details className="mt-1 text-[13px]">
          <summary className="text-link">{integer(aborted.length - SHOWN)} more</summary>
          {list(aborted.slice(SHOWN))}
        </details>
      )}
    </div>
  );
}
