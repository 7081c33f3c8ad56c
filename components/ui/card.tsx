import { useId, type ReactNode } from "react";

/** A panel with its heading: one section of a page, named by its heading for assistive technology. */
export function Card({
  title,
  note,
  edge = "none",
  children,
}: {
  title?: string;
  note?: ReactNode;
  edge?: "none" | "bad" | "good" | "warn";
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      {...(title === undefined ? {} : { "aria-labelledby": heading })}
      className={`mt-[18px] min-w-0 rounded-[10px] border border-line bg-panel px-[18px] py-4 ${EDGES[edge]}`}
    >
      {title === undefined ? null : (
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={heading}>{title}</h2>
          {note === undefined ? null : <span className="text-xs text-ink-3">{note}</span>}
        </div>
      )}
      {children}
    </section>
  );
}

const EDGES = {
  none: "",
  bad: "border-l-4 border-l-damage",
  good: "border-l-4 border-l-ok",
  warn: "border-l-4 border-l-exposure",
};
