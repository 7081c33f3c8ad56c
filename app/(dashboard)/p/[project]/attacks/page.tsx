import type { Metadata } from "next";
import { AttackMatrixTable } from "@/components/tables/attack-matrix-table";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SavedViews } from "@/components/ui/saved-views";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { listViews } from "@/db/queries/saved-views";
import { attacksAnswer } from "@/lib/answers/attacks-answer";
import { attacksQuery, filterAttacks, PAGE_ATTACKS } from "@/lib/answers/attacks-query";
import { projectFor } from "@/lib/auth/project-access";
import { integer, outOf, plural } from "@/lib/format/numbers";
import { attacksPath, importsPath, withQuery } from "@/lib/format/paths";
import type { SearchParams } from "../_data/search-params";
import { deleteViewNow, saveViewNow } from "../_data/view-actions";
import { AttackFilter } from "./_parts/attack-filter";
import { LineNotes } from "./_parts/line-notes";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Attacks" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function AttacksPage({ params, searchParams }: Props) {
  const { project, can } = await projectFor((await params).project, "read");
  const query = attacksQuery(await searchParams);
  const { db } = database();
  const [answer, views] = await Promise.all([
    attacksAnswer(db, project, query),
    listViews(db, project.scope, "attacks"),
  ]);
  const { matrix } = answer;
  const rows = filterAttacks(matrix.rows, query);
  const page = query.page ?? 1;
  const drawn = rows.slice((page - 1) * PAGE_ATTACKS, page * PAGE_ATTACKS);
  const path = attacksPath(project.slug);
  const place = { project: project.slug, page: "attacks" } as const;
  const { arms, page: _page, ...rest } = query;
  const address = { ...rest, arms: arms === undefined ? undefined : String(arms) };
  return (
    <>
      <PageHeader crumb={project.name} title="Attacks" sentence={matrix.headline} />
      {project.campaignCount === 0 ? (
        <EmptyState title="No campaign yet">
          <TextLink href={importsPath(project.slug)}>Import logs</TextLink> to see which attacks
          succeed.
        </EmptyState>
      ) : (
        <>
          <AttackFilter project={project.slug} query={query} answer={answer} />
          {drawn.length === 0 ? (
            <EmptyState title="No attack matches the filter">
              Loosen it, or <TextLink href={path}>show all</TextLink>.
            </EmptyState>
          ) : (
            <Card
              title={
                rows.length === matrix.rows.length
                  ? plural(rows.length, "attack")
                  : `${outOf(rows.length, matrix.rows.length)} attacks`
              }
              note={`the newest ${integer(matrix.columns.length)} of ${plural(answer.arms, "arm")}`}
            >
              <p className="mb-2 text-xs text-ink-3">
                Successes of decided episodes (k/n); aborted ones are in none. Ordered by the newest
                arm in which an attack can be ranked; attacks with fewer episodes follow by name,
                those that ever succeeded first.
              </p>
              <AttackMatrixTable project={project.slug} columns={matrix.columns} rows={drawn} />
              <p className="no-print mt-3 flex flex-wrap gap-2">
                {page === 1 ? null : (
                  <LinkButton href={withQuery(path, address)}>First page</LinkButton>
                )}
                {rows.length <= page * PAGE_ATTACKS ? null : (
                  <LinkButton href={withQuery(path, { ...address, page: String(page + 1) })}>
                    Next {PAGE_ATTACKS} attacks
                  </LinkButton>
                )}
              </p>
            </Card>
          )}
          <div className="no-print mt-[18px]">
            <SavedViews
              path={path}
              query={withQuery("", address).slice(1)}
              views={views.map(({ id, name, query: kept }) => ({ id, name, query: kept }))}
              change={
                can("edit")
                  ? { save: saveViewNow.bind(null, place), remove: deleteViewNow.bind(null, place) }
                  : null
              }
            />
          </div>
          <LineNotes matrix={matrix} />
        </>
      )}
    </>
  );
}
