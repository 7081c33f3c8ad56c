/** Episodes of a case: everywhere, in one campaign, or in one arm of it. */
export type EpisodesOf = {
  case: string;
  campaign?: string | undefined;
  arm?: string | undefined;
};

/** Where a comparison's figures lead. The page knows the addresses; what draws the report does not. */
export type ComparisonLinks = {
  episodes: (of: EpisodesOf) => string;
  campaign: (slug: string) => string;
  /** The episodes of one arm in which the attack had succeeded before the abort. */
  hitsBeforeAbort: (of: { campaign: string; arm: string }) => string;
  /** Both transcripts of a flipped case beside each other; null or absent where they are not known. */
  sideBySide?: (name: string) => string | null;
};
