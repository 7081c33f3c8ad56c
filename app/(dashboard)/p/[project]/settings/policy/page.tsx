import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { policyHistory } from "@/db/queries/policies";
import { projectFor } from "@/lib/auth/project-access";
import { PolicyFacts } from "./_parts/policy-facts";
import { PolicyFields } from "./_parts/policy-fields";
import { PolicyHistory } from "./_parts/policy-history";
import { changePolicyNow } from "./policy-actions";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Policy" };

export default async function PolicyPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, scope, can } = await projectFor((await params).project, "read");
  const versions = await policyHistory(database().db, scope);
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Policy"
        sentence="By which rules two arms may be compared. A change is a new version: whatever is computed from then on names it, and saved comparisons keep the one that they were saved under."
      />
      <Card title="In force" note={`version ${project.policy.version}`}>
        {can("administer") ? (
          <OutcomeForm
            action={changePolicyNow.bind(null, project.slug)}
            submit={`Save as version ${project.policy.version + 1}`}
          >
            <PolicyFields policy={project.policy} />
          </OutcomeForm>
        ) : (
          <PolicyFacts policy={project.policy} />
        )}
      </Card>
      <Card title="Every version" note="newest first">
        <PolicyHistory versions={versions} />
      </Card>
    </>
  );
}
