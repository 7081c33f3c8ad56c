import type { ReactNode } from "react";
import { TextLink } from "./text-link";

/** A figure that leads to what it counts; plain where nothing lists that. */
export function Linked({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? children : <TextLink href={href}>{children}</TextLink>;
}
