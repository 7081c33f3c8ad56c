"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/app/_forms/answer-form";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { projectForAction } from "@/lib/auth/project-access";
import { retentionSchema } from "@/lib/domain/retention";
import { retentionPath } from "@/lib/format/paths";
import { setRetention } from "@/lib/retention/set-retention";

/** Sets what happens to the project's campaigns by age; nothing is done to them by it. */
export async function setRetentionNow(
  projectSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  const { project, scope, by } = await projectForAction(projectSlug, "administer");
  const days = textOf(form, "days");
  const given = retentionSchema.safeParse({
    act: textOf(form, "act"),
    days: days === "" ? null : Number(days),
  });
  if (!given.success)
    return {
      problem: "To drop or delete takes a whole number of days from 1 to 36,500.",
      done: null,
    };
  const version = await setRetention(database(), scope, by, given.data);
  revalidatePath(retentionPath(project.slug));
  return { problem: null, done: `Set, as version ${version}.` };
}
