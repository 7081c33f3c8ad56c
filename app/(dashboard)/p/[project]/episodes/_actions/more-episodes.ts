"use server";

import { notFound } from "next/navigation";
import { z } from "zod";
import { database } from "@/db";
import { episodeQueryOf, toFilter } from "@/lib/answers/episode-query";
import { projectForAction } from "@/lib/auth/project-access";
import { episodeListAnswer, MORE_ROWS_MS } from "@/lib/answers/episodes-answer";

const askedSchema = z.tuple([z.string().max(200), z.string().max(10_000), z.string().max(100)]);

/** The rows after a page of the list, for a reader who scrolls on. Whoever calls it may send anything. */
export async function moreEpisodes(where: string, filter: string, after: string) {
  const asked = askedSchema.safeParse([where, filter, after]);
  if (!asked.success) return notFound();
  const [slug, text, cursor] = asked.data;
  const { project } = await projectForAction(slug, "read");
  return episodeListAnswer(database().db, project, toFilter(episodeQueryOf(text)), {
    after: cursor,
    limit: 100,
    ms: MORE_ROWS_MS,
  });
}
