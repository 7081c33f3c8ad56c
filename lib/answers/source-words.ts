import type { ImportState } from "@/db/schema/imports";

/**
 * What has become of the source's own bytes. Of an import that made no campaign none are kept, and where its
 * records are the very lines (`keepsLines`, an importer's) none are kept beside them.
 */
export function sourceWords({
  state,
  keepSource,
  keepsLines,
}: {
  state: ImportState;
  keepSource: boolean;
  keepsLines: boolean;
}): string {
  switch (state) {
    case "done":
      if (keepsLines) return "kept line by line, as the records";
      return keepSource ? "kept" : "not kept";
    case "cancelled":
      return "not kept: the import was cancelled";
    case "failed":
      return "not kept: the import failed";
    case "duplicate":
      return "not kept: the same bytes were imported before";
    case "review":
    case "uploaded":
    case "running":
      if (keepsLines) return "will be kept line by line, as the records";
      return keepSource ? "will be kept" : "will not be kept";
  }
}
