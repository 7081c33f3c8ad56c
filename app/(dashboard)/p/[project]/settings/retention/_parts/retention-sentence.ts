import { MOST_DAYS, RETENTION_WORDS, type Retention } from "@/lib/domain/retention";
import { integer, plural } from "@/lib/format/numbers";

/** What is wrong with an act and a number of days that are no setting. */
export const NO_SETTING = `To drop or delete takes a whole number of days from 1 to ${integer(MOST_DAYS)}.`;

/** "Delete the campaign 90 days after it was sealed." */
export function retentionSentence({ act, days }: Retention): string {
  const words = RETENTION_WORDS[act];
  const first = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return days === null ? `${first}.` : `${first} ${plural(days, "day")} after it was sealed.`;
}
