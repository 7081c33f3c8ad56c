/** That the content of a campaign was dropped: the bytes and texts of its records, and its source files. */
export type ContentDrop = {
  at: Date;
  /** Who did it, by name. */
  by: string;
  /** Why, in their words. */
  reason: string;
  /** How many episodes' records, and how many bytes all of the campaign's records had. */
  records: number;
  bytes: number;
};
