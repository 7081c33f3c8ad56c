import Link from "next/link";
import type { ComponentProps } from "react";

const LOOK = "text-link underline decoration-1 underline-offset-2 hover:decoration-2";

/** A link in running text or a table; tables hold hundreds, so nothing is fetched ahead. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, "className" | "prefetch">) {
  return <Link {...props} prefetch={false} className={LOOK} />;
}

/** The same to a file, or to this very page made anew: the browser itself goes there. */
export function PlainLink({ children, ...to }: Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...to} className={LOOK}>
      {children}
    </a>
  );
}
