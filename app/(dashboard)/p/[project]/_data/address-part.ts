import "server-only";
import { notFound } from "next/navigation";
import { decodePart } from "@/lib/format/paths";

/** One part of the address as it was meant; a malformed one is no address of ours. */
export function partOf(part: string): string {
  return decodePart(part) ?? notFound();
}
