import type { Issue, Place } from "@/lib/importers/importer";
import type { IssueLog } from "./issue-log";

/** So many are told with their place (security.md E8); all are counted. */
const MAX_PLACES = 1000;

export type MaskedPlaces = {
  add(place: Place): void;
  /** Tells of all of them, as one group of warnings. */
  tell(log: Pick<IssueLog, "add">): void;
};

/** Holds where credentials were masked until everything else of an import is told: there may be millions. */
export function createMaskedPlaces(): MaskedPlaces {
  const places: Place[] = [];
  let count = 0;
  return {
    add(place) {
      count += 1;
      if (places.length < MAX_PLACES) places.push(place);
    },
    tell(log) {
      for (const place of places) log.add(masked(place));
      const [first] = places;
      const more = count - places.length;
      if (first !== undefined && more > 0) log.add(masked({ file: first.file }), more);
    },
  };
}

function masked(place: Place): Issue {
  return {
    severity: "warning",
    code: "secret-masked",
    message: "A key, a token or a password was masked before anything was kept.",
    place,
  };
}
