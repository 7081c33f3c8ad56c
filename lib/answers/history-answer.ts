import type { Db } from "@/db/client";
import type { ProjectRow } from "@/db/queries/projects";
import { makeHistoryReport, type HistoryReport } from "@/lib/reports/make-history-report";
import { armsOfProject } from "./arms-of-project";

/** Every arm of every campaign of the project, newest first. */
export async function historyAnswer(db: Db, project: ProjectRow): Promise<HistoryReport> {
  const arms = await armsOfProject(db, project);
  return makeHistoryReport(
    arms.map(({ input }) => input),
    project.policy,
  );
}
