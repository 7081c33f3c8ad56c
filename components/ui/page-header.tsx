import type { ReactNode } from "react";
import { DataName } from "./data-text";
import { Sentence } from "./sentence";

/** The top of a page: where it is, its name, the one sentence that answers it, and what one can do. */
export function PageHeader({
  crumb,
  title,
  sentence,
  actions,
}: {
  crumb?: ReactNode;
  title: ReactNode;
  sentence?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_420px]">
        {crumb === undefined ? null : (
          <p className="mb-1 text-[12.5px] text-ink-3">
            {typeof crumb === "string" ? <DataName text={crumb} /> : crumb}
          </p>
        )}
        <h1>{title}</h1>
        {sentence === undefined ? null : (
          <p className="mt-1 max-w-[820px] text-ink-2">
            {typeof sentence === "string" ? <Sentence text={sentence} /> : sentence}
          </p>
        )}
      </div>
      {actions === undefined ? null : (
        <div className="no-print flex flex-wrap gap-2">{actions}</div>
      )}
    </header>
  );
}
