import type { EpisodeStep, TextPart } from "@/lib/domain/episode-steps";

/** One line of two episodes beside each other; what only one of them has stands alone. */
export type BesideRow =
  | { kind: "both"; left: EpisodeStep; right: EpisodeStep; differs: string[] }
  | { kind: "left"; left: EpisodeStep }
  | { kind: "right"; right: EpisodeStep };

/**
 * The marker texts of each side: every episode has a canary of its own, which makes no difference between
 * what two of them did.
 */
export type Markers = { left: readonly string[]; right: readonly string[] };
const NO_MARKERS: Markers = { left: [], right: [] };

/** How much two steps have in common counts by: the same act first, then its turn, then what it holds. */
const SAME_ACT = 4;
const SAME_TURN = 2;
const SAME_CONTENT = 1;

/**
 * Aligns the steps of two episodes: steps of one act (a call of the same tool, an event of the same kind and
 * role) pair up in their order, as many as can, and of those that could, those of the same turn and content.
 * The largest sum over all alignments (Needleman and Wunsch 1970, gaps free), in time of the product of both
 * lengths: slices of a hundred.
 */
export function besideRows(
  left: readonly EpisodeStep[],
  right: readonly EpisodeStep[],
  markers: Markers = NO_MARKERS,
): BesideRow[] {
  const width = right.length + 1;
  const best = new Int32Array((left.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const paired = likeness(left[i], right[j], markers);
      best[i * width + j] = Math.max(
        paired === 0 ? 0 : paired + at(i + 1, j + 1),
        at(i + 1, j),
        at(i, j + 1),
      );
    }
  const rows: BesideRow[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const one = left[i];
    const other = right[j];
    if (one === undefined && other === undefined) return rows;
    const paired = likeness(one, other, markers);
    if (
      one !== undefined &&
      other !== undefined &&
      paired > 0 &&
      at(i, j) === paired + at(i + 1, j + 1)
    ) {
      rows.push({
        kind: "both",
        left: one,
        right: other,
        differs: differences(one, other, markers),
      });
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || at(i, j) === at(i + 1, j))) {
      rows.push({ kind: "left", left: one });
      i += 1;
    } else if (other !== undefined) {
      rows.push({ kind: "right", right: other });
      j += 1;
    }
  }
}

function likeness(
  left: EpisodeStep | undefined,
  right: EpisodeStep | undefined,
  markers: Markers,
): number {
  if (left === undefined || right === undefined || actOf(left) !== actOf(right)) return 0;
  return (
    SAME_ACT +
    (left.turn === right.turn ? SAME_TURN : 0) +
    (differences(left, right, markers).length === 0 ? SAME_CONTENT : 0)
  );
}

function actOf(step: EpisodeStep): string {
  switch (step.kind) {
    case "call":
      return `call ${step.call.tool}`;
    case "event":
      return `${step.event.kind} ${step.event.role ?? ""}`;
    case "unreadable":
      return `unreadable ${step.of}`;
  }
}

/** What two steps of one act differ in, in words; of what is cut, as far as it is shown. */
export function differences(
  left: EpisodeStep,
  right: EpisodeStep,
  markers: Markers = NO_MARKERS,
): string[] {
  const sameText = (one: TextPart | null, other: TextPart | null) => isSame(one, other, markers);
  if (left.kind === "event" && right.kind === "event")
    return [
      ...named("text", sameText(left.event.text, right.event.text)),
      ...named("trust", left.event.untrusted === right.event.untrusted),
    ];
  if (left.kind !== "call" || right.kind !== "call") return [];
  const [one, other] = [left.call, right.call];
  return [
    ...named("arguments", sameText(one.args, other.args)),
    ...named(
      "decision",
      one.decision?.outcome === other.decision?.outcome &&
        one.decision?.rule === other.decision?.rule,
    ),
    ...named("execution", one.executed === other.executed),
    ...named(
      "result",
      left.resultInEvent || right.resultInEvent || sameText(one.result, other.result),
    ),
    ...named("error", sameText(one.error, other.error)),
    ...named(
      "marker",
      one.marker?.inArguments === other.marker?.inArguments &&
        one.marker?.inResult === other.marker?.inResult &&
        one.marker?.returned === other.marker?.returned,
    ),
    ...named(
      "weight points",
      left.points?.damage === right.points?.damage &&
        left.points?.exposure === right.points?.exposure,
    ),
  ];
}

function named(what: string, same: boolean): string[] {
  return same ? [] : [what];
}

function isSame(left: TextPart | null, right: TextPart | null, markers: Markers): boolean {
  if (left === null || right === null) return left === right;
  if (masked(left.text, markers.left) !== masked(right.text, markers.right)) return false;
  return isWhole(left) && isWhole(right) ? true : left.bytes === right.bytes;
}

function isWhole(part: TextPart): boolean {
  return part.from === 0 && part.to === part.bytes;
}

/** The text with the marker's own spelling taken out; the longest first, since one may hold another. */
function masked(text: string, markers: readonly string[]): string {
  return markers
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, marker) => (marker === "" ? rest : rest.replaceAll(marker, "\ue000")), text);
}

/** What the rows come to in one sentence. */
export function besideSentence(rows: readonly BesideRow[]): string {
  const count = (kept: (row: BesideRow) => boolean) => rows.filter(kept).length;
  const same = count((row) => row.kind === "both" && row.differs.length === 0);
  const changed = count((row) => row.kind === "both" && row.differs.length > 0);
  const left = count((row) => row.kind === "left");
  const right = count((row) => row.kind === "right");
  if (changed + left + right === 0) return "Every step shown is the same on both sides.";
  return `Steps shown: ${same} the same on both sides, ${changed} different, ${left} on the left only, ${right} on the right only.`;
}
