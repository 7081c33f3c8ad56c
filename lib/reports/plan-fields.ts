/** A number that the planner asks for. `percent` fields are shares of the formulas times 100. */
export type PlanField = {
  name: string;
  label: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  unasked: number;
  /** Any number of digits, where the slider's step would be too coarse. */
  fine?: true;
};

/** What the planner asks for, in the order of its form; `unasked` stands where no campaign says better. */
export const PLAN_FIELDS = {
  baseline: field("baseline", "Attack success without the change", "%", [0, 100, 1], 30),
  difference: field("difference", "Fall to show", "points", [1, 100, 1], 10),
  power: field("power", "Chance to find it, if it is there", "%", [50, 99, 1], 80),
  level: field("level", "Level of the test", "%", [0.1, 20, 0.1], 5),
  differ: field("differ", "Cases that end differently in the two arms", "%", [0, 100, 1], 0),
  abortsBaseline: field(
    "abortsBaseline",
    "Aborted episodes expected, baseline",
    "%",
    [0, 95, 1],
    5,
  ),
  abortsCandidate: field(
    "abortsCandidate",
    "Aborted episodes expected, candidate",
    "%",
    [0, 95, 1],
    5,
  ),
  replicas: field("replicas", "Replicas of a case", "", [1, 20, 1], 3),
  cost: { ...field("cost", "Cost of an episode", "dollars", [0, 10, 0.01], 0), fine: true },
  minutes: { ...field("minutes", "Time of an episode", "minutes", [0, 60, 0.1], 0), fine: true },
} as const satisfies Record<string, PlanField>;

export type PlanFieldName = keyof typeof PLAN_FIELDS;
export type PlanNumbers = Record<PlanFieldName, number>;

/** The numbers of a plan by the texts of an address; what is no number in its range stands as `unasked`. */
export function planNumbers(
  texts: Readonly<Record<string, string | undefined>>,
  unasked: Partial<PlanNumbers> = {},
): PlanNumbers {
  const read = (name: PlanFieldName) =>
    inRange(PLAN_FIELDS[name], texts[name]) ??
    inRange(PLAN_FIELDS[name], String(unasked[name] ?? "")) ??
    PLAN_FIELDS[name].unasked;
  return {
    baseline: read("baseline"),
    difference: read("difference"),
    power: read("power"),
    level: read("level"),
    differ: read("differ"),
    abortsBaseline: read("abortsBaseline"),
    abortsCandidate: read("abortsCandidate"),
    replicas: read("replicas"),
    cost: read("cost"),
    minutes: read("minutes"),
  };
}

function inRange({ name, min, max }: PlanField, text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const number = Number(text);
  if (!Number.isFinite(number) || number < min || number > max) return null;
  return name === "replicas" ? Math.round(number) : number;
}

function field<Name extends string>(
  name: Name,
  label: string,
  unit: string,
  [min, max, step]: readonly [number, number, number],
  unasked: number,
) {
  return { name, label, unit, min, max, step, unasked };
}
