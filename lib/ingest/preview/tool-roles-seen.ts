import type { EpisodeFacts } from "@/lib/domain/facts";
import type { ImportPreview } from "@/lib/domain/import-preview";
import { visibleText } from "@/lib/importers/visible-text";

/** A source can name as many tools as it has calls. */
const MAX_TOOLS = 10_000;
const TOLD_NAMES = 20;

export type ToolsSeen = {
  add(facts: EpisodeFacts): void;
  /** Calls of every attempt. */
  readonly calls: number;
  told(): Omit<ImportPreview["tools"], "roles">;
};

/** Which tools are called, and which of them have no role. */
export function createToolsSeen(): ToolsSeen {
  const hasRole = new Map<string, boolean>();
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    add({ calls: last, earlierCalls }) {
      for (const list of [...earlierCalls, last]) {
        calls += list.length;
        for (const { tool, role } of list)
          if (hasRole.size < MAX_TOOLS) hasRole.set(tool, role !== null);
      }
    },
    told() {
      const without = [...hasRole].filter(([, known]) => !known).map(([tool]) => tool);
      const names = without.slice(0, TOLD_NAMES).map((tool) => visibleText(tool, 80));
      return { called: hasRole.size, withoutRole: without.length, names };
    },
  };
}
