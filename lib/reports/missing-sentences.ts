import { plural } from "@/lib/format/numbers";
import { episodesMissing, type MissingResults } from "./missing-results";

export type MissingCode = "PLANNED_EPISODES_MISSING" | "RECORDS_REFUSED" | "CAMPAIGN_INTERRUPTED";

/** One thing that is missing: what (a sentence, or the end of one), why it matters, what to do. */
export type MissingWords = { code: MissingCode; fact: string; why: string; advice: string };

/** Everything that is missing in words, in the order of the checks; empty when nothing is. */
export function missingSentences(missing: MissingResults): MissingWords[] {
  const found: MissingWords[] = [];
  const planned = episodesMissing(missing);
  if (planned > 0) {
    found.push({
      code: "PLANNED_EPISODES_MISSING",
      fact: `${plural(planned, "planned episode was", "planned episodes were")} never started.`,
      why: "What was not run may differ from what was.",
      advice: "Run the missing episodes, then compare again.",
    });
  }
  if (missing.refused.total > 0) {
    found.push({
      code: "RECORDS_REFUSED",
      fact: `${plural(missing.refused.total, "record was", "records were")} refused at import.`,
      why: "A record that could not be read may have been an episode, and those that cannot be read may differ from those that can.",
      advice: "Mend the refused records (the import names each), import again, then compare.",
    });
  }
  if (missing.interrupted.total > 0) {
    found.push({
      code: "CAMPAIGN_INTERRUPTED",
      fact: `${plural(missing.interrupted.total, "campaign was", "campaigns were")} interrupted.`,
      why: "What an interrupted campaign did not reach may differ from what it did.",
      advice: "Run the interrupted campaign to its end, import it whole, then compare.",
    });
  }
  return found;
}
