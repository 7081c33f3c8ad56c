import type { IssueGroup } from "@/db/schema/imports";
import type { Issue } from "@/lib/importers/importer";
import { sanitise } from "./sanitise";

/** So many issues of one import are kept with their place (security.md E8); all are counted. */
const KEPT_ISSUES = 1000;
/** A source could invent codes without end. */
const KEPT_GROUPS = 200;

export type IssueLog = {
  add(issue: Issue): void;
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
    add(given) {
      const issue = sanitise(given, { nul: false, loneSurrogate: false });
      counts[issue.severity] += 1;
      if (kept.length < KEPT_ISSUES) kept.push(issue);
      const { severity, code, message } = issue;
      const name = `${severity} ${code}`;
      const group = groups.get(name);
      if (group !== undefined) group.count += 1;
      else if (groups.size < KEPT_GROUPS) groups.set(name, { severity, code, message, count: 1 });
    },
  };
}
