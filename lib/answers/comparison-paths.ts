import { encodePart, projectPath } from "@/lib/format/paths";

/** The list of the project's saved comparisons. */
export function savedComparisonsPath(project: string): string {
  return `${projectPath(project)}/comparisons`;
}

/** The permanent address of one of them. */
export function savedComparisonPath(project: string, id: string): string {
  return `${savedComparisonsPath(project)}/${encodePart(id)}`;
}
