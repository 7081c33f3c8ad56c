import { Fragment, type ReactNode } from "react";

/** Names and values, values to the right. A null value leaves its line out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3.5 gap-y-1.5 text-[13px]">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
