import type { IssueGroup } from "@/db/schema/imports";
import type { Issue } from "@/lib/importers/importer";
import { sanitise } from "./sanitise";

/** So many issues of one import are kept with their place (security.md E8); all are counted. */
const KEPT_ISSUES = 1000;
/** A source could invent codes without end. */
const KEPT_GROUPS = 200;

export type IssueLog = {
  /** `times` counts more of the same whose places are not told. */
  add(issue: Issue, times?: number): void;
  readonly counts: Readonly<Record<Issue["severity"], number>>;
  readonly kept: readonly Issue[];
  readonly groups: readonly IssueGroup[];
};

/** Keeps what an import has to say, within bounds. */
export function createIssueLog(): IssueLog {
  const counts = { refused: 0, recoded: 0, warning: 0 };
  const kept: Issue[] = [];
  const groups = new Map<string, IssueGroup>();
  return {
    counts,
    kept,
    get groups() {
      return [...groups.values()];
    },
    add(given, times = 1) {
      const issue = sanitise(given, { nul: false, loneSurrogate: false });
      counts[issue.severity] += times;
      if (kept.length < KEPT_ISSUES) kept.push(issue);
      const { severity, code, message } = issue;
      const name = `${severity} ${code}`;
      const group = groups.get(name);
      if (group !== undefined) group.count += times;
      else if (groups.size < KEPT_GROUPS)
        groups.set(name, { severity, code, message, count: times });
    },
  };
}
