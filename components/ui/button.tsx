import Link from "next/link";
import type { ComponentProps } from "react";

type Look = "plain" | "primary";

const BASE =
  "inline-flex min-h-8 items-center gap-2 rounded-[7px] border px-3 py-1.5 font-[520] no-underline disabled:opacity-60";
const LOOKS: Record<Look, string> = {
  plain: "border-line bg-panel text-ink hover:border-field",
  primary: "border-ink bg-ink text-bg hover:opacity-90",
};

export function Button({ look = "plain", ...rest }: { look?: Look } & ComponentProps<"button">) {
  return <button type="button" {...rest} className={`${BASE} ${LOOKS[look]}`} />;
}

export function LinkButton({
  look = "plain",
  ...rest
}: { look?: Look } & ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={`${BASE} ${LOOKS[look]}`} />;
}

/** A step that is not open: keeps its place and says so, instead of disappearing. */
export function DeadButton({ children }: { children: React.ReactNode }) {
  return (
    <span aria-disabled="true" className={`${BASE} border-line text-ink-3`}>
      {children}
    </span>
  );
}
