/** What pages and documents say of proofs alike. */
export const HONEST_LIMIT =
  "Whoever holds both the database and the signing key can make another history that is of one piece. A checkpoint that you keep elsewhere, in a report, a ticket or a repository, shows it: aftermath verify --checkpoint FILE holds the log against it. Nothing here says whether the harness told the truth before it was imported.";

export const NO_SEAL =
  "It was imported before records were sealed by hash, so that nothing can be proven of it: import it again.";

export const NO_CHECKPOINT =
  "The log was not signed that far: this installation has no signing key, or had none since.";

export const EXPORT_LIMIT =
  "An export holds records. What was made of them (outcomes, weights, the place of each in its source, tallies) and the source files are rows of the database: the proof carries their digests, which belong to what was sealed, and not the rows. aftermath verify holds those to the seal, where the database is; importing the file again makes them anew.";
