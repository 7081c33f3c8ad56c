"use server";

import { revalidatePath } from "next/cache";
import { notFound } from "next/navigation";
import { z } from "zod";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { sentForm, sentName, textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { signatureOf } from "@/lib/auth/actor";
import { annotate } from "@/lib/answers/episode-annotations";
import { newAnnotationSchema } from "@/lib/api/schemas/annotation-schema";
import { AppError } from "@/lib/errors";
import { episodePath } from "@/lib/format/paths";

const place = z.object({
  project: z.string(),
  campaignSlug: z.string().transform(sentName),
  seq: z.number().int().min(1).max(2_147_483_647),
});
export type AnnotatedEpisode = z.infer<typeof place>;

/** Writes what a reviewer handed in beside the episode. Works as a plain form post. */
export async function annotateEpisode(
  where: AnnotatedEpisode,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  const asked = place.safeParse(where);
  if (!asked.success) return notFound();
  const at = asked.data;
  return answerProjectForm(at.project, "edit", async ({ scope, caller, by }) => {
    const sent = sentForm(form);
    const given = newAnnotationSchema.safeParse({
      kind: sent.get("kind"),
      author: signatureOf(caller, sent.get("author")),
      text: sent.get("text"),
      outcome: emptyAsNull(sent.get("outcome")),
      resolves: emptyAsNull(sent.get("resolves")),
      callNo: callNoOf(textOf(form, "call")),
    });
    if (!given.success) {
      const wrong = given.error.issues[0]?.message ?? "it cannot be used";
      throw new AppError("invalid_input", `Not written: ${wrong}.`);
    }
    if ((await annotate(database().db, scope, at, given.data, by)) === null)
      throw new AppError("not_found", "The episode is no longer there.");
    revalidatePath(episodePath(at.project, at.campaignSlug, at.seq));
    return "Written.";
  });
}

function emptyAsNull(value: FormDataEntryValue | null): FormDataEntryValue | null {
  return value === "" ? null : value;
}

/** People count calls from 1. */
function callNoOf(value: string): number | null {
  if (value === "") return null;
  if (!/^[1-9][0-9]{0,8}$/.test(value))
    throw new AppError("invalid_input", "A call is a whole number from 1 on.");
  return Number(value) - 1;
}
