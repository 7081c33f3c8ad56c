/** What keeps a campaign from being deleted and from losing its content, until it is taken off. */
export type Hold = {
  /** In the words of whoever put it on. */
  reason: string;
  /** Who did, by name. */
  by: string;
  at: Date;
};
