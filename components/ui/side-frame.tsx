import Link from "next/link";
import type { ReactNode } from "react";
import { Brand } from "./brand";

/** A page with its navigation beside it, or above it where there is little room. */
export function SideFrame({
  nav,
  foot,
  children,
}: {
  nav: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-screen md:grid md:grid-cols-[208px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-panel focus:p-2"
      >
        Skip to the content
      </a>
      <div className="no-print flex flex-col gap-2 border-b border-line px-3.5 py-3 md:sticky md:top-0 md:h-screen md:overflow-y-auto md:border-r md:border-b-0 md:py-5">
        <Link href="/" className="px-2.5 text-ink no-underline md:pb-2">
          <Brand />
        </Link>
        {nav}
        <div className="flex flex-wrap items-center justify-between gap-2 px-2.5 text-xs text-ink-3 md:mt-auto">
          {foot}
        </div>
      </div>
      <main
        id="content"
        className="w-full max-w-[1240px] min-w-0 min-[1900px]:max-w-[1600px] px-4 pt-5 pb-10 md:px-[34px] md:pt-[26px]"
      >
        {children}
      </main>
    </div>
  );
}
