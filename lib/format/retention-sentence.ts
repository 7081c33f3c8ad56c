import { MOST_DAYS, RETENTION_WORDS, type Retention } from "@/lib/domain/retention";
import { integer, plural } from "./numbers";
import { upperFirst } from "./upper-first";

/** What is wrong with an act and a number of days that are no setting. */
export const NO_SETTING = `To drop or delete takes a whole number of days from 1 to ${integer(MOST_DAYS)}.`;

/** "Delete the campaign 90 days after it was sealed." */
export function retentionSentence({ act, days }: Retention): string {
  const words = upperFirst(RETENTION_WORDS[act]);
  return days === null ? `${words}.` : `${words} ${plural(days, "day")} after it was sealed.`;
}
