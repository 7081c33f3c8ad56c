import { issueItem } from "./import-item";
import type { ImportItem, Place } from "./importer";
import { MAX_NAME_BYTES } from "./limits";

/** What Norn's names may be long: some of ours are made of one and a few characters more. */
const MOST_BYTES = MAX_NAME_BYTES - 20;

export function isLong(name: string): boolean {
  return name.length > MAX_NAME_BYTES / 3 && new TextEncoder().encode(name).length > MOST_BYTES;
}

export function longName(place: Place): ImportItem {
  const message = `The name of its arm, case or technique has more than ${MOST_BYTES} bytes.`;
  return issueItem("refused", "name-too-long", message, place);
}
