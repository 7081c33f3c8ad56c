import Link from "next/link";
import type { ReactNode } from "react";

/** One way to look at the episode; says which one is open. */
export function ViewLink({
  href,
  on,
  children,
}: {
  href: string;
  on: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={on ? "page" : undefined}
      className="inline-flex min-h-8 items-center rounded-[7px] px-3 text-ink-2 no-underline hover:text-ink aria-[current]:bg-line-2 aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {children}
    </Link>
  );
}
