import type { Tally } from "@/lib/domain/tally";
import { total } from "@/lib/metrics/measuring/by-case";
import { decompose } from "@/lib/metrics/measuring/decompose";
import { whyNoWeight } from "@/lib/metrics/measuring/weight-per-episode";
import { byAttack } from "./attack-contrasts";
import { observedInBoth } from "./case-sums";
import type { Decomposition, Deltas, IdentityRow, WeightPoints } from "./comparison-report";
import { type PairedCase, talliesOfSide } from "./pair-arms";

type Whole = { decomposition: Decomposition; identity: NonNullable<Deltas["identity"]> };

/** The points of both arms, on a tool, an attack or all, and the weighable episodes of each. */
type Points = { baseline: WeightPoints; candidate: WeightPoints };
type Episodes = { baseline: number; candidate: number };

/**
 * Drop = stopped by rule + never tried (methods.md 2), as a whole, by tool and by attack, over the cases
 * weighable in both arms: the same as the difference of damage. Null when weights are n/a in an arm.
 */
export function decompositionOf(cases: readonly PairedCase[]): Whole | null {
  const observed = observedInBoth(cases, { denominator: (tally) => tally.weighable });
  const baseline = talliesOfSide(observed, "baseline");
  const candidate = talliesOfSide(observed, "candidate");
  if (whyNoWeight(baseline) !== null || whyNoWeight(candidate) !== null) return null;
  const episodes = { baseline: weighable(baseline), candidate: weighable(candidate) };
  const whole = { baseline: pointsOf(baseline), candidate: pointsOf(candidate) };
  return {
    decomposition: {
      ...ratesOf(whole, episodes),
      shareByRule: split(whole, episodes).shareByRule,
      points: summedPoints(whole, episodes),
    },
    identity: {
      tools: rowsOf(byTool(baseline, candidate), episodes),
      attacks: rowsOf(pointsByAttack(observed), episodes),
    },
  };
}

function weighable(tallies: readonly Tally[]): number {
  return total(tallies, (tally) => tally.weighable);
}

function pointsOf(tallies: readonly Tally[]): WeightPoints {
  return {
    damage: total(tallies, (tally) => tally.damage),
    exposure: total(tallies, (tally) => tally.exposure),
  };
}

/** The identity in points times both arms' episodes: whole or half numbers, so nothing is rounded. */
function split({ baseline, candidate }: Points, episodes: Episodes) {
  const scaled = ({ damage, exposure }: WeightPoints, times: number) => ({
    damage: damage * times,
    exposure: exposure * times,
  });
  return decompose(scaled(baseline, episodes.candidate), scaled(candidate, episodes.baseline));
}

function ratesOf(points: Points, episodes: Episodes) {
  const { drop, stoppedByRule, neverTried } = split(points, episodes);
  const scale = episodes.baseline * episodes.candidate;
  return {
    drop: drop / scale,
    stoppedByRule: stoppedByRule / scale,
    neverTried: neverTried / scale,
  };
}

/** Over the same number of episodes the sums tell it in points. */
function summedPoints(points: Points, episodes: Episodes): Decomposition["points"] {
  if (episodes.baseline !== episodes.candidate) return null;
  const { drop, stoppedByRule, neverTried } = decompose(points.baseline, points.candidate);
  return { drop, stoppedByRule, neverTried, episodes: episodes.baseline };
}

/** Rows with any weight, the largest fall first. */
function rowsOf(parts: ReadonlyMap<string, Points>, episodes: Episodes): IdentityRow[] {
  return [...parts]
    .filter(([, points]) => weightIn(points.baseline) + weightIn(points.candidate) > 0)
    .map(([name, points]) => ({ name, ...points, ...ratesOf(points, episodes) }))
    .toSorted((a, b) => b.drop - a.drop || a.name.localeCompare(b.name));
}

function weightIn(points: WeightPoints): number {
  return points.damage + points.exposure;
}

function pointsByAttack(cases: readonly PairedCase[]): Map<string, Points> {
  return new Map(
    [...byAttack(cases)].map(([attack, group]) => [
      attack,
      {
        baseline: pointsOf(talliesOfSide(group, "baseline")),
        candidate: pointsOf(talliesOfSide(group, "candidate")),
      },
    ]),
  );
}

function byTool(baseline: readonly Tally[], candidate: readonly Tally[]): Map<string, Points> {
  const parts = new Map<string, Points>();
  for (const [side, tallies] of [
    ["baseline", baseline],
    ["candidate", candidate],
  ] as const) {
    for (const line of tallies.flatMap((tally) => tally.tools)) {
      const part = parts.get(line.tool) ?? {
        baseline: { damage: 0, exposure: 0 },
        candidate: { damage: 0, exposure: 0 },
      };
      part[side].damage += line.damage;
      part[side].exposure += line.exposure;
      parts.set(line.tool, part);
    }
  }
  return parts;
}
