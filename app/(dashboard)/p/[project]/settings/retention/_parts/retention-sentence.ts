import { RETENTION_WORDS, type Retention } from "@/lib/domain/retention";
import { plural } from "@/lib/format/numbers";

/** "Delete the campaign 90 days after it was sealed." */
export function retentionSentence({ act, days }: Retention): string {
  const words = RETENTION_WORDS[act];
  const first = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return days === null ? `${first}.` : `${first} ${plural(days, "day")} after it was sealed.`;
}
