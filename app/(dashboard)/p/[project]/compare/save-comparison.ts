"use server";

import { redirect } from "next/navigation";
import { database } from "@/db";
import { compareQuery } from "@/lib/answers/compared-sides";
import { savedComparisonPath } from "@/lib/answers/comparison-paths";
import { saveComparison } from "@/lib/answers/comparison-saved";
import { projectForAction } from "@/lib/auth/project-access";
import { isAppError } from "@/lib/errors";

export type SaveState = { refused: string | null };

/**
 * Keeps the comparison that the form names and leads to its permanent address; else says why not, for
 * the form to show beside the name.
 */
export async function saveThisComparison(_before: SaveState, form: FormData): Promise<SaveState> {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const { project, by } = await projectForAction(texts("project")[0] ?? "", "edit");
  const saved = await kept(() =>
    saveComparison(
      database().db,
      project,
      {
        name: texts("name")[0] ?? "",
        query: compareQuery({ baseline: texts("baseline"), candidate: texts("candidate") }),
      },
      by,
    ),
  );
  if ("refused" in saved) return saved;
  redirect(savedComparisonPath(project.slug, saved.id));
}

async function kept(save: () => Promise<string>): Promise<{ id: string } | { refused: string }> {
  try {
    return { id: await save() };
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_input") return { refused: error.message };
    throw error;
  }
}
