import Link from "next/link";
import type { ComponentProps } from "react";

/** A link in running text or a table; tables hold hundreds, so nothing is fetched ahead. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, "className" | "prefetch">) {
  return (
    <Link
      {...props}
      prefetch={false}
      className="text-link underline decoration-1 underline-offset-2 hover:decoration-2"
    />
  );
}
