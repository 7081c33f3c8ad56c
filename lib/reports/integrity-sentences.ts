import { plural } from "@/lib/format/numbers";

/** What pages and documents say of proofs alike. */
export const HONEST_LIMIT =
  "Whoever owns the database alone cannot have another history signed: the server keeps the newest checkpoint in its data folder and signs nothing that does not continue it. Whoever holds both the database and that folder, where the signing key is as well, can make another history that is of one piece. A checkpoint that you keep elsewhere, in a report, a ticket or a repository, shows it: aftermath verify --checkpoint FILE holds the log against it. Nothing here says whether the harness told the truth before it was imported.";

export const NO_CHECKPOINT =
  "The log was not signed that far: this installation has no signing key, had none since, or signs nothing for the reason that the methods page gives.";

export const EXPORT_LIMIT =
  "An export holds records. What was made of them (outcomes, weights, the place of each in its source, tallies) and the source files are rows of the database: the proof carries their digests, which belong to what was sealed, and not the rows. aftermath verify holds those to the seal, where the database is; importing the file again makes them anew.";

/** What the log says of a campaign that is gone: "deleted by Ada on …: reason". */
export function deletionWords(gone: {
  at: string;
  by: string | null;
  reason: string;
  why: string | null;
}): string {
  if (gone.reason === "replaced")
    return `replaced on ${gone.at}: another import of the same file or key took its place`;
  const who = gone.by ?? "somebody unnamed";
  return `deleted by ${who} on ${gone.at}: ${gone.why ?? "no reason was kept, as none was asked for then"}`;
}

/** What a verification says of a campaign whose content was dropped. */
export function droppedWords(
  { at, by, why, records }: { at: string; by: string; why: string; records: number },
  isSound: boolean,
): string {
  const kept = isSound
    ? `the leaves of ${plural(records, "record")} kept and proven, records cannot be recomputed`
    : "records cannot be recomputed";
  return `content dropped by ${by} on ${at}: ${why}; ${kept}`;
}
