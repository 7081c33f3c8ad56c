import { counted } from "./counted";
import type { Place } from "./importer";
import type { IssueTally } from "./issue-tally";
import { visibleText } from "./visible-text";

/**
 * Counts masked credentials into one warning of a source, with the place of the first. `places` are the
 * JSON paths that `maskSecrets` gave, `place` that of what they lie in.
 */
export function noteSecrets(tally: IssueTally, places: readonly string[], place: Place): void {
  for (const path of places) {
    const at = { ...place, path: visibleText(path, 160) };
    tally.add(
      "warning",
      "secret-masked",
      "",
      at,
      (n) =>
        `${counted(n, "text")} that looked like a key, a token or a password, masked before anything was kept.`,
    );
  }
}
