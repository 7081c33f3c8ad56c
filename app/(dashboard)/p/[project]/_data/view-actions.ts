"use server";

import { revalidatePath } from "next/cache";
import { notFound } from "next/navigation";
import { z } from "zod";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { sentForm } from "@/app/_forms/sent";
import { spelledOut } from "@/components/ui/data-text.model";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { deleteView, MOST_VIEWS, saveView } from "@/db/queries/saved-views";
import { VIEW_PAGES, type ViewPage } from "@/db/schema/saved-views";
import { audit } from "@/lib/audit/audit";
import type { Access } from "@/lib/auth/project-access";
import { AppError } from "@/lib/errors";
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
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(where, async ({ scope, by }, page) => {
    const given = view.safeParse(Object.fromEntries(sentForm(form)));
    if (!given.success)
      throw new AppError(
        "invalid_input",
        given.error.issues[0]?.message ?? "That cannot be saved.",
      );
    const { name } = given.data;
    await database().db.transaction(async (tx) => {
      const id = await saveView(tx, scope, { page, ...given.data });
      if (id === null)
        throw new AppError(
          "conflict",
          `A page keeps ${MOST_VIEWS} views at most: delete one first.`,
        );
      await audit(tx, by, told("view.saved", scope, id, name));
    });
    return `Saved as “${spelledOut(name)}”.`;
  });
}

/** Deletes a view for everyone in the project. */
export async function deleteViewNow(
  where: Place,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return changing(where, async ({ scope, by }) => {
    const id = z.uuid().safeParse(sentForm(form).get("id"));
    if (!id.success) throw new AppError("not_found", "There is no such view.");
    await database().db.transaction(async (tx) => {
      const name = await deleteView(tx, scope, id.data);
      if (name !== null) await audit(tx, by, told("view.deleted", scope, id.data, name));
    });
    return "Deleted.";
  });
}

/** What comes from the browser is checked anew: an action is an address like any other. */
async function changing(
  where: Place,
  work: (access: Access, page: ViewPage) => Promise<string>,
): Promise<FormOutcome> {
  const asked = place.safeParse(where);
  if (!asked.success) return notFound();
  const { project, page } = asked.data;
  return answerProjectForm(project, "edit", async (access) => {
    const done = await work(access, page);
    revalidatePath(PATHS[page](access.project.slug));
    return done;
  });
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
