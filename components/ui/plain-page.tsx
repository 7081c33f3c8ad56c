import type { ReactNode } from "react";
import { Brand } from "./brand";

/** A page outside of a project: nothing found, an error, nothing there yet. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto max-w-[620px] px-5 py-16">
      <Brand />
      <h1 className="mt-8">{title}</h1>
      <div className="mt-2 grid gap-3 text-ink-2">{children}</div>
    </main>
  );
}
