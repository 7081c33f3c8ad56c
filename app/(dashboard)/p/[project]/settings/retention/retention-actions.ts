"use server";

import { revalidatePath } from "next/cache";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { retentionSchema } from "@/lib/domain/retention";
import { AppError } from "@/lib/errors";
import { retentionPath } from "@/lib/format/paths";
import { setRetention } from "@/lib/retention/set-retention";
import { NO_SETTING } from "@/lib/format/retention-sentence";

/** Sets what happens to the project's campaigns by age; nothing is done to them by it. */
export async function setRetentionNow(
  projectSlug: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(projectSlug, "administer", async ({ project, scope, by }) => {
    const days = textOf(form, "days");
    const given = retentionSchema.safeParse({
      act: textOf(form, "act"),
      days: days === "" ? null : Number(days),
    });
    if (!given.success) throw new AppError("invalid_input", NO_SETTING);
    const { version, isNew } = await setRetention(database(), scope, by, given.data);
    revalidatePath(retentionPath(project.slug));
    if (isNew) return `Set, as version ${version}.`;
    return version === 0
      ? "Nothing changed: everything is kept already."
      : `Nothing changed: it is set so already, as version ${version}.`;
  });
}
