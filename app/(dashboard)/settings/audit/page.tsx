import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { database } from "@/db";
import { auditView } from "@/lib/answers/audit-view";
import type { AddressQuery } from "@/lib/answers/query-values";
import { instanceFor } from "@/lib/auth/project-access";
import { auditPath } from "@/lib/format/paths";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Audit log" };

/** Every entry of the installation, for whoever looks after it. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<AddressQuery> }) {
  await instanceFor();
  const view = await auditView(database().db, "instance", await searchParams);
  return <AuditLog path={auditPath(null)} download="/api/v1/audit/export" {...view} />;
}
