import type { ReactNode } from "react";

const DOTS = {
  plain: "border-ink-3 bg-bg",
  denied: "border-exposure bg-exposure",
  hurt: "border-damage bg-damage",
};

/** One step: a dot on the line, a head, and what it holds. The head says in words what the dot's colour does. */
export function Step({
  id,
  href,
  name,
  detail,
  time,
  dot,
  children,
}: {
  /** The anchor of the moment, and the address that opens the page at it. */
  id: string;
  href: string;
  name: ReactNode;
  detail?: ReactNode;
  time: string | null;
  dot: keyof typeof DOTS;
  children?: ReactNode;
}) {
  return (
    <li id={id} className="relative mb-3 scroll-mt-4 rounded-[8px] target:bg-line-2">
      <span
        aria-hidden="true"
        className={`absolute top-[5px] -left-[26px] size-[11px] rounded-full border-2 ${DOTS[dot]}`}
      />
      <div className="flex flex-wrap items-baseline gap-x-2.5 text-[12.5px] text-ink-2">
        <b className="min-w-0 text-[13px] font-semibold text-ink">{name}</b>
        {detail}
        <span className="ml-auto flex items-baseline gap-x-2 text-xs text-ink-3">
          {time}
          <a
            href={href}
            title="Link to this moment"
            className="no-print inline-flex min-h-6 min-w-6 items-center justify-center text-ink-3 hover:text-link"
          >
            {wordsOf(id)}
          </a>
        </span>
      </div>
      {children}
    </li>
  );
}

/** "call-3" as "#call 3". */
function wordsOf(id: string): string {
  return `#${id.replace(/^.*?(call|event)-/, "$1 ")}`;
}
