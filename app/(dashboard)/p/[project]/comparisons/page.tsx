import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { listSavedComparisons, type SavedComparisonRow } from "@/db/queries/saved-comparisons";
import { savedComparisonPath } from "@/lib/answers/comparison-paths";
import { projectFor } from "@/lib/auth/project-access";
import { plural } from "@/lib/format/numbers";
import { comparePath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Saved comparisons" };

export default async function SavedComparisonsPage({
  params,
}: {
  params: Promise<{ project: string }>;
}) {
  const { project } = await projectFor((await params).project, "read");
  const saved = await listSavedComparisons(database().db, project.scope);
  return (
    <>
      <PageHeader
        crumb="Compare"
        title="Saved comparisons"
        sentence="Each stays as it was answered on its day, whatever becomes of its campaigns."
        actions={<LinkButton href={comparePath(project.slug)}>New comparison</LinkButton>}
      />
      {saved.length === 0 ? (
        <EmptyState title="No comparison has been saved">
          <TextLink href={comparePath(project.slug)}>Compare two arms</TextLink>, give the
          comparison a name and save it: it then has an address of its own here.
        </EmptyState>
      ) : (
        <Card>
          <ul className="grid gap-3">
            {saved.map((one) => (
              <Saved key={one.id} project={project.slug} saved={one} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Saved({ project, saved }: { project: string; saved: SavedComparisonRow }) {
  return (
    <li className="min-w-0">
      <TextLink href={savedComparisonPath(project, saved.id)}>
        <DataName text={saved.name} />
      </TextLink>
      <p className="text-[13px] text-ink-2">
        Saved {instant(saved.savedAt)}, policy version {saved.policyVersion},{" "}
        {plural(saved.inputs.length, "campaign")}:{" "}
        {saved.inputs.map((input, index) => (
          <span key={input.campaignId}>
            {index === 0 ? null : ", "}
            <DataName text={input.name} />
          </span>
        ))}
      </p>
    </li>
  );
}
