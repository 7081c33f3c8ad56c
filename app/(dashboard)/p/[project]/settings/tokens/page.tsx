import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { listTokens } from "@/db/queries/tokens";
import { projectFor } from "@/lib/auth/project-access";
import { TokenForm } from "./_parts/token-form";
import { TokenTable } from "./_parts/token-table";
import { makeTokenNow, revokeTokenNow } from "./token-actions";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Tokens" };

export default async function TokensPage({ params }: { params: Promise<{ project: string }> }) {
  const { project, scope } = await projectFor((await params).project, "administer");
  const tokens = await listTokens(database().db, scope);
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Tokens"
        sentence="For programs: each opens this project alone, and no more than it may. One that brings logs in cannot read."
      />
      <Card title="New token">
        <TokenForm action={makeTokenNow.bind(null, project.slug)} />
      </Card>
      {tokens.length === 0 ? (
        <EmptyState title="No token yet">
          Make one for the pipeline that brings your logs in.
        </EmptyState>
      ) : (
        <Card title="Tokens" note="revoking counts from the next request on">
          <TokenTable
            tokens={tokens}
            now={new Date()}
            revoke={revokeTokenNow.bind(null, project.slug)}
          />
        </Card>
      )}
    </>
  );
}
