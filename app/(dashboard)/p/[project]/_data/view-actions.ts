"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { ViewOutcome } from "@/components/ui/saved-views";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { deleteView, MOST_VIEWS, saveView } from "@/db/queries/saved-views";
import { VIEW_PAGES, type ViewPage } from "@/db/schema/saved-views";
import { audit } from "@/lib/audit/audit";
import { projectForAction } from "@/lib/auth/project-access";
import type { Actor } from "@/lib/domain/actor";
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
  return changing(where, async (scope, page, by) => {
    const given = view.safeParse(Object.fromEntries(form));
    if (!given.success) return failed(given.error.issues[0]?.message ?? "That cannot be saved.");
    const kept = await database().db.transaction(async (tx) => {
      const id = await saveView(tx, scope, { page, ...given.data });
      if (id !== null) await audit(tx, by, told("view.saved", scope, id, given.data.name));
      return id !== null;
    });
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
  return changing(where, async (scope, _page, by) => {
    const id = z.uuid().safeParse(form.get("id"));
    if (!id.success) return failed("There is no such view.");
    await database().db.transaction(async (tx) => {
      const name = await deleteView(tx, scope, id.data);
      if (name !== null) await audit(tx, by, told("view.deleted", scope, id.data, name));
    });
    return { problem: null, done: "Deleted." };
  });
}

/** What comes from the browser is checked anew: an action is an address like any other. */
async function changing(
  where: Place,
  work: (scope: Scope, page: ViewPage, by: Actor) => Promise<ViewOutcome>,
): Promise<ViewOutcome> {
  const { project: slug, page } = place.parse(where);
  const { project, scope, by } = await projectForAction(slug, "edit");
  try {
    const outcome = await work(scope, page, by);
    if (outcome.problem === null) revalidatePath(PATHS[page](project.slug));
    return outcome;
  } catch (error) {
    if (isAppError(error)) return failed(error.message);
    throw error;
  }
}

function told(
  action: "view.saved" | "view.deleted",
  { projectId }: Scope,
  id: string,
  name: string,
) {
  return { action, projectId, object: { kind: "view", id }, detail: { name } };
}

const PATHS: Record<ViewPage, (project: string) => string> = {
  campaigns: projectPath,
  attacks: (project) => attacksPath(project),
  episodes: (project) => `${projectPath(project)}/episodes`,
};

function failed(problem: string): ViewOutcome {
  return { problem, done: null };
}
