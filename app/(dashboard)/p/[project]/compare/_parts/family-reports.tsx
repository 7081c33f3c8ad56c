import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { PlainLink, TextLink } from "@/components/ui/text-link";
import { REPORT_FORMATS } from "@/lib/domain/report-format";
import type { FamilyReport } from "./family-reports.model";

/** Several candidates have no report in common: says so, and leads to that of each. */
export function FamilyReports({ reports }: { reports: readonly FamilyReport[] }) {
  return (
    <div className="no-print">
      <Card title="Reports">
        <p className="max-w-[820px] text-[13px] text-ink-2">
          There is no one report of all candidates: each comparison has its own, here or on its own
          page. A report of two arms knows nothing of the other candidates, so that q stands in the
          table above alone: print this page to keep it.
        </p>
        <ul className="mt-2 grid gap-2 text-[13px]">
          {reports.map(({ candidate, page, files }, place) => (
            <li key={place} className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-2">
              <TextLink href={page}>
                <DataName text={candidate.armName} />, <DataName text={candidate.campaignName} />
              </TextLink>
              {REPORT_FORMATS.map((format, index) => (
                <PlainLink key={format} href={files[index]} download>
                  <span className="sr-only">Report as </span>
                  {format.toUpperCase()}
                </PlainLink>
              ))}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
