/** A sentence as it stands behind a colon: "not comparable: the arms …". */
export function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
