import { REPORT_FORMATS, type ReportFormat } from "@/lib/domain/report-format";
import { PrintButton } from "./print-button";

/** The page as a document: printed, or as a download that anyone can keep. */
export function ReportActions({
  hrefOf,
}: {
  /** The address of the report in a format. */
  hrefOf: (format: ReportFormat) => string;
}) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PrintButton />
      {REPORT_FORMATS.map((format) => (
        <a
          key={format}
          href={hrefOf(format)}
          download
          className="inline-flex min-h-8 items-center rounded-[7px] border border-line bg-panel px-3 py-1.5 font-[520] text-ink no-underline hover:border-field"
        >
          <span className="sr-only">Report as </span>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
