import type { ImportPreview } from "@/lib/domain/import-preview";
import type { Issue } from "@/lib/importers/importer";

type Group = ImportPreview["issues"][number];

const MAX_GROUPS = 200;
const MAX_PLACES = 5;
const ORDER = { refused: 0, recoded: 1, warning: 2 } as const;

export type IssueGroups = {
  add(issue: Issue, times?: number): void;
  told(): Group[];
};

/** Issues by their code, with the first places of each. */
export function createIssueGroups(): IssueGroups {
  const groups = new Map<string, Group>();
  return {
    add({ severity, code, message, place }, times = 1) {
      const name = `${severity} ${code}`;
      const known = groups.get(name);
      if (known === undefined && groups.size >= MAX_GROUPS) return;
      const group = known ?? { severity, code, message, count: 0, places: [] };
      groups.set(name, group);
      group.count += times;
      if (group.places.length < MAX_PLACES) group.places.push({ place, message });
    },
    told: () =>
      [...groups.values()].toSorted(
        (a, b) => ORDER[a.severity] - ORDER[b.severity] || b.count - a.count,
      ),
  };
}
