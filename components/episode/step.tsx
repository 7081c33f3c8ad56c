import type { ReactNode } from "react";

const DOTS = {
  plain: "border-ink-3 bg-bg",
  denied: "border-exposure bg-exposure",
  hurt: "border-damage bg-damage",
};

/** One step: a dot on the line, a head, and what it holds. The head says in words what the dot's colour does. */
export function Step({
  name,
  detail,
  time,
  dot,
  children,
}: {
  name: ReactNode;
  detail?: ReactNode;
  time: string | null;
  dot: keyof typeof DOTS;
  children?: ReactNode;
}) {
  return (
    <li className="relative mb-3">
      <span
        aria-hidden="true"
        className={`absolute top-[5px] -left-[26px] size-[11px] rounded-full border-2 ${DOTS[dot]}`}
      />
      <div className="flex flex-wrap items-baseline gap-x-2.5 text-[12.5px] text-ink-2">
        <b className="text-[13px] font-semibold text-ink">{name}</b>
        {detail}
        <span className="ml-auto text-xs text-ink-3">{time}</span>
      </div>
      {children}
    </li>
  );
}
