import type { Issue } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";

/** Links may lead out of what the user named or in a circle, so that they are not followed, but told. */
export function passedOverIssue(paths: ReadonlySet<string> | undefined): Issue | null {
  const [first] = paths ?? [];
  if (paths === undefined || first === undefined) return null;
  const what = paths.size === 1 ? "One path was" : `${paths.size} paths were`;
  return {
    severity: "warning",
    code: "passed-over",
    message: `${what} passed over: symbolic links and special files are not read. The first is ${visibleText(first)}.`,
    place: { file: first },
  };
}
