import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { withQuery } from "@/lib/format/paths";
import { AuditFilterForm, type AuditFields } from "./audit-filter-form";
import { AuditTable, type AuditLine } from "./audit-table";

/** The whole page of an audit log: of a project, or of the installation. */
export function AuditLog({
  crumb,
  path,
  download,
  fields,
  entries,
  next,
  isFirst,
}: {
  crumb?: string;
  /** The address of the page. */
  path: string;
  /** The address that hands the same entries out as a file; null for a reader who may not take them away. */
  download: string | null;
  fields: AuditFields;
  entries: readonly AuditLine[];
  /** The entry that the next page comes before. */
  next: number | null;
  isFirst: boolean;
}) {
  const isFiltered = Object.keys(fields).length > 0;
  return (
    <>
      <PageHeader
        {...(crumb === undefined ? {} : { crumb })}
        title="Audit log"
        sentence="Who changed, exported or was refused what. Each entry is written with the change that it tells of and holds the hash of the one before, so that an altered entry, or one that is missing before others, is found."
        actions={
          download === null ? null : (
            <>
              <LinkButton href={withQuery(download, { ...fields, format: "csv" })}>CSV</LinkButton>
              <LinkButton href={withQuery(download, { ...fields, format: "jsonl" })}>
                JSON lines
              </LinkButton>
            </>
          )
        }
      />
      <AuditFilterForm path={path} fields={fields} />
      {entries.length === 0 ? (
        <EmptyState title={isFiltered || !isFirst ? "No such entry" : "Nothing yet"}>
          {isFiltered || !isFirst
            ? "Nothing that was noted is all of this."
            : "Changes, exports, sign-ins and refusals stand here from now on."}
        </EmptyState>
      ) : (
        <Card title="Entries" note="newest first">
          <AuditTable entries={entries} />
          <nav aria-label="Pages" className="no-print mt-3 flex flex-wrap gap-2">
            {isFirst ? null : <LinkButton href={withQuery(path, fields)}>Newest</LinkButton>}
            {next === null ? null : (
              <LinkButton href={withQuery(path, { ...fields, before: String(next) })}>
                Older
              </LinkButton>
            )}
          </nav>
        </Card>
      )}
    </>
  );
}
