import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { database } from "@/db";
import { auditView } from "@/lib/answers/audit-view";
import { projectFor } from "@/lib/auth/project-access";
import { auditPath, encodePart } from "@/lib/format/paths";
import type { SearchParams } from "../../_data/search-params";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function ProjectAuditPage({ params, searchParams }: Props) {
  const { project, scope, can } = await projectFor((await params).project, "read");
  const view = await auditView(database().db, scope, await searchParams);
  return (
    <AuditLog
      crumb={project.name}
      path={auditPath(project.slug)}
      download={
        can("administer") ? `/api/v1/projects/${encodePart(project.slug)}/audit/export` : null
      }
      {...view}
    />
  );
}
