import type { ReactNode } from "react";

/** Names and values, values to the right. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid max-w-[720px] grid-cols-[minmax(90px,auto)_minmax(130px,1fr)] gap-x-3.5 gap-y-1.5 text-[13px]">
      {children}
    </dl>
  );
}

/** One line of them; left out when its value is null. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </>
  );
}
