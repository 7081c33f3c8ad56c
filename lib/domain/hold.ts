/** What was done: a campaign was put on hold, or the hold was taken off. */
export const HOLD_ACTS = ["held", "released"] as const;
export type HoldAct = (typeof HOLD_ACTS)[number];

/** What keeps a campaign from being deleted and from losing its content, until it is taken off. */
export type Hold = {
  /** In the words of whoever put it on. */
  reason: string;
  /** Who did, by name. */
  by: string;
  at: Date;
};
