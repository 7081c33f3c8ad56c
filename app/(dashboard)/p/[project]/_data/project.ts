import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { database } from "@/db";
import { findProject, type ProjectRow } from "@/db/queries/projects";
import { decodePart } from "@/lib/format/paths";

/** The project of this address, read once a request. Its `id` is the scope of every other read. */
export const projectOf = cache(async (slug: string): Promise<ProjectRow> => {
  const project = await findProject(database().db, partOf(slug));
  return project ?? notFound();
});

/** One part of the address as it was meant; a malformed one is no address of ours. */
export function partOf(part: string): string {
  return decodePart(part) ?? notFound();
}
