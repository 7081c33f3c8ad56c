import type { Metadata } from "next";
import { RefreshWhileRunning } from "@/components/import/refresh-while-running";
import { UploadForm } from "@/components/import/upload-form";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { listImports } from "@/db/queries/imports";
import { projectFor } from "@/lib/auth/project-access";
import { encodePart } from "@/lib/format/paths";
import { IMPORTERS } from "@/lib/importers/registry";
import { ImportHistory } from "./_parts/import-history";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Imports" };

type Props = { params: Promise<{ project: string }> };

export default async function ImportsPage({ params }: Props) {
  const { project, can } = await projectFor((await params).project, "read");
  const imports = await listImports(database().db, project.scope);
  const isBusy = imports.some(({ state }) => state === "uploaded" || state === "running");
  return (
    <>
      {isBusy ? <RefreshWhileRunning /> : null}
      <PageHeader
        crumb={project.name}
        title="Imports"
        sentence="Bring logs in. Before anything is written you see what it would come to; what is recoded or refused is told with its file, line and reason."
      />
      <Card title="New import">
        {can("ingest") ? (
          <>
            <UploadForm
              project={project.slug}
              address={`/api/v1/projects/${encodePart(project.slug)}/imports`}
            />
            <p className="mt-2 text-xs text-ink-3">
              Recognised: {IMPORTERS.map((importer) => importer.label).join(", ")}. From a terminal:{" "}
              <code className="font-mono">npx aftermath import PATH…</code>, with{" "}
              <code className="font-mono">--dry-run</code> to look first.
            </p>
          </>
        ) : (
          <p className="text-ink-2">
            Editors and admins of the project bring logs in; a viewer sees what came of them.
          </p>
        )}
      </Card>
      <ImportHistory project={project.slug} imports={imports} />
    </>
  );
}
