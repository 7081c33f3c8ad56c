"use server";

import { redirect } from "next/navigation";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { sentForm, textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { compareQuery } from "@/lib/answers/compared-sides";
import { savedComparisonPath } from "@/lib/answers/comparison-paths";
import { saveComparison } from "@/lib/answers/comparison-saved";

/** Keeps the comparison that the form names and leads to its permanent address; else says why not. */
export async function saveThisComparison(
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  const sent = sentForm(form);
  const texts = (name: string) => sent.getAll(name).filter((value) => typeof value === "string");
  return answerProjectForm(textOf(form, "project"), "edit", async ({ project, by }) => {
    const sides = { baseline: texts("baseline"), candidate: texts("candidate") };
    const named = { name: textOf(form, "name"), query: compareQuery(sides) };
    const id = await saveComparison(database().db, project, named, by);
    redirect(savedComparisonPath(project.slug, id));
  });
}
