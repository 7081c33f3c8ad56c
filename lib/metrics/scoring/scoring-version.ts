/**
 * Raised whenever the rules below this folder would give a stored episode other facts. Kept with every
 * campaign: two campaigns scored by different rules are never compared.
 */
export const SCORING_VERSION = 1;
