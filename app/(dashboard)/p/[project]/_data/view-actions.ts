"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { ViewOutcome } from "@/components/ui/saved-views";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { deleteView, MOST_VIEWS, saveView } from "@/db/queries/saved-views";
import { VIEW_PAGES, type ViewPage } from "@/db/schema/saved-views";
import { projectForAction } from "@/lib/auth/project-access";
import { isAppError } from "@/lib/errors";
import { attacksPath, projectPath } from "@/lib/format/paths";

const place = z.object({ project: z.string(), page: z.enum(VIEW_PAGES) });

const view = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Give the view a name.")
    .max(80, "A name has at most 80 characters.")
    .refine((name) => !name.includes("\0"), "A name cannot hold the character U+0000."),
  query: z
    .string()
    .max(4000, "This view is too long to be saved.")
    .refine((query) => !query.includes("\0")),
});

/** Where a view is kept: bound to the action by the page that offers it. */
type Place = { project: string; page: ViewPage };

/** Keeps the present view under a name; one that has the name is replaced. */
export async function saveViewNow(
  where: Place,
  _before: ViewOutcome,
  form: FormData,
): Promise<ViewOutcome> {
  return changing(where, async (scope, page) => {
    const given = view.safeParse(Object.fromEntries(form));
    if (!given.success) return failed(given.error.issues[0]?.message ?? "That cannot be saved.");
    const kept = await saveView(database().db, scope, { page, ...given.data });
    return kept
      ? { problem: null, done: `Saved as “${given.data.name}”.` }
      : failed(`A page keeps ${MOST_VIEWS} views at most: delete one first.`);
  });
}

/** Forgets a view. */
export async function deleteViewNow(
  where: Place,
  _before: ViewOutcome,
  form: FormData,
): Promise<ViewOutcome> {
  return changing(where, async (scope) => {
    const id = z.uuid().safeParse(form.get("id"));
    if (!id.success) return failed("There is no such view.");
    await deleteView(database().db, scope, id.data);
    return { problem: null, done: "Deleted." };
  });
}

/** What comes from the browser is checked anew: an action is an address like any other. */
async function changing(
  where: Place,
  work: (scope: Scope, page: ViewPage) => Promise<ViewOutcome>,
): Promise<ViewOutcome> {
  const { project: slug, page } = place.parse(where);
  const { project, scope } = await projectForAction(slug, "edit");
  try {
    const outcome = await work(scope, page);
    if (outcome.problem === null) revalidatePath(PATHS[page](project.slug));
    return outcome;
  } catch (error) {
    if (isAppError(error)) return failed(error.message);
    throw error;
  }
}

const PATHS: Record<ViewPage, (project: string) => string> = {
  campaigns: projectPath,
  attacks: (project) => attacksPath(project),
  episodes: (project) => `${projectPath(project)}/episodes`,
};

function failed(problem: string): ViewOutcome {
  return { problem, done: null };
}
