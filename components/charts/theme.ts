/** What the charts are drawn with. Each colour has one meaning, and a shape or word that says the same. */
export const INK = {
  damage: "var(--damage)",
  exposure: "var(--exposure)",
  contain: "var(--contain)",
  containText: "var(--contain-ink)",
  finished: "var(--finished)",
  abort: "var(--abort)",
  text: "var(--ink)",
  label: "var(--ink-2)",
  faint: "var(--ink-3)",
  axis: "var(--field)",
  grid: "var(--line-2)",
  panel: "var(--panel)",
  allowed: "var(--contain-bg)",
  good: "var(--ok)",
  bad: "var(--damage-ink)",
  open: "var(--exposure-ink)",
} as const;

/** Legend swatches, by what they mean. */
export type Swatch =
  | "damage"
  | "exposure"
  | "containment"
  | "finished"
  | "aborted"
  | "not available"
  | "allowed";
