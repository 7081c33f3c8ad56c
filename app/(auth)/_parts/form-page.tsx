import type { ReactNode } from "react";

/** The heading of a page before the sign-in, and what the page is for. */
export function FormPage({
  title,
  sentence,
  children,
}: {
  title: string;
  sentence?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      {sentence === undefined ? null : <p className="mt-1 text-ink-2">{sentence}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </>
  );
}
