import { DataName } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { outOf } from "@/lib/format/numbers";
import { armReference, campaignPath, comparePath, episodesPath } from "@/lib/format/paths";
import { dayOf } from "@/lib/format/time";
import { guardrailWords } from "@/lib/reports/arm-line";
import type { AttackCell, AttackColumn, AttackMatrixRow } from "@/lib/reports/attack-matrix";
import { cellWords } from "./attack-matrix.model";
import styles from "./attack-matrix.module.css";

/** A box that scrolls has to be reachable by keyboard, also when nothing in it is (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 } as const;

/** Attacks down, campaign arms across, newest first; every figure leads to its episodes. */
export function AttackMatrixTable({
  project,
  columns,
  rows,
}: {
  project: string;
  columns: readonly AttackColumn[];
  rows: readonly AttackMatrixRow[];
}) {
  return (
    <section aria-label="Attacks by campaign arm" {...REACHABLE} className={styles["box"]}>
      <table className={styles["matrix"]}>
        <caption className="sr-only">
          How often each attack succeeded in each campaign arm, newest arm first
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="font-[540] text-ink-2">Attack</span>
              <span className={styles["quiet"]}>worst: the most successful attack of an arm</span>
            </th>
            {columns.map((column) => (
              <Head key={armReference(column.arm)} project={project} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.attack}>
              <Attack row={row} />
              {row.cells.map((cell, at) => {
                const column = columns[at];
                return column === undefined ? null : (
                  <Cell
                    key={armReference(column.arm)}
                    href={episodesPath(project, {
                      campaign: column.arm.campaignSlug,
                      arm: column.arm.armKey,
                      attack: row.attack,
                    })}
                    cell={cell}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ project, column }: { project: string; column: AttackColumn }) {
  const { arm, startedAt, worst } = column;
  return (
    <th scope="col">
      <span className="line-clamp-3 wrap-anywhere" title={spelledOut(arm.campaignName)}>
        <TextLink href={campaignPath(project, arm.campaignSlug)}>
          <DataName text={arm.campaignName} />
        </TextLink>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <DataName text={arm.armName} />
      </span>
      <span className={styles["quiet"]}>
        {startedAt === null ? "no date" : `${dayOf(startedAt)} UTC`}
      </span>
      <span className={`${styles["quiet"]} line-clamp-2 wrap-anywhere`}>
        <DataName text={guardrailWords(arm.guardrail)} />
      </span>
      <span className={styles["quiet"]}>
        {worst.kind === "na" ? (
          <span title={worst.reason}>
            worst n/a<span className="sr-only">: {worst.reason}</span>
          </span>
        ) : (
          `worst ${outOf(worst.numerator, worst.denominator)}`
        )}
      </span>
      <Against project={project} column={column} />
    </th>
  );
}

/** What the marks of this column are held against; the comparison itself is a click away. */
function Against({ project, column }: { project: string; column: AttackColumn }) {
  const { against, arm } = column;
  if (against.state === "first") return <span className={styles["quiet"]}>first of its line</span>;
  const href = comparePath(project, {
    baseline: armReference(against.arm),
    candidate: armReference(arm),
  });
  return (
    <span
      className={`${styles["quiet"]} wrap-anywhere`}
      title={against.changed === null ? undefined : spelledOut(against.changed)}
    >
      {against.state === "shut" ? "not compared with " : "against "}
      <TextLink href={href}>
        <DataName text={against.arm.campaignName} />
      </TextLink>
      {against.state === "shut" ? (
        <span className="sr-only">
          : <Sentence text={against.why} />
        </span>
      ) : null}
    </span>
  );
}

function Attack({ row: { attack, family, owasp, atlas } }: { row: AttackMatrixRow }) {
  return (
    <th scope="row">
      <span className="wrap-anywhere">
        <DataName text={attack} />
      </span>
      <span className={`${styles["quiet"]} wrap-anywhere`}>
        {family === null ? null : (
          <span className="block">
            <DataName text={family} />
          </span>
        )}
        {[...owasp, ...atlas].map((id) => (
          <span key={id} className="mr-2 inline-block">
            <DataName text={id} />
          </span>
        ))}
      </span>
    </th>
  );
}

/** Few elements each: two hundred attacks in forty arms are eight thousand of them. */
function Cell({ href, cell }: { href: string; cell: AttackCell }) {
  const words = cellWords(cell);
  return (
    <td data-tenths={words.share === null ? undefined : tenthsOf(words.share)}>
      {cell.started === 0 ? (
        <span className="leading-6 text-ink-3">{words.figure}</span>
      ) : (
        <a
          href={href}
          title={spelledOut(words.spoken)}
          aria-label={spelledOut(`${words.figure}: ${words.spoken}`)}
        >
          {words.figure}
        </a>
      )}
      {words.notes.map((note) => (
        <span key={note} className={styles["quiet"]}>
          {note}
        </span>
      ))}
      {words.mark === null || cell.mark === null ? null : (
        <span className={`${styles["mark"]} ${styles[cell.mark] ?? ""}`}>{words.mark}</span>
      )}
    </td>
  );
}

/** How far the line along the cell's lower edge reaches; what succeeded at all reaches a tenth. */
function tenthsOf(share: number): number {
  return Math.ceil(share * 10 - 1e-9);
}
