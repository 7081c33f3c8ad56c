"use client";

import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";

/** A line of the navigation: marks where the reader is, and that a page is on its way. */
export function NavLink({
  href,
  label,
  count,
  exact = false,
}: {
  href: string;
  label: string;
  count?: string;
  /** True for a page whose address begins every other's. */
  exact?: boolean;
}) {
  const path = usePathname();
  const here = path === href || (!exact && path.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      prefetch={false}
      {...(here ? { "aria-current": "page" as const } : {})}
      className="flex items-center justify-between gap-2 rounded-[7px] px-2 md:px-2.5 py-1.5 text-ink-2 no-underline hover:text-ink aria-[current]:bg-line-2 aria-[current]:font-[560] aria-[current]:text-ink"
    >
      <span>
        {label} <Pending />
      </span>
      {count === undefined ? null : (
        <span className="hidden text-xs text-ink-3 md:inline">{count}</span>
      )}
    </Link>
  );
}

function Pending() {
  const { pending } = useLinkStatus();
  return <output className="text-ink-3">{pending ? "…" : null}</output>;
}
