"use server";

import { revalidatePath } from "next/cache";
import { notFound } from "next/navigation";
import { z } from "zod";
import { sentForm, sentName } from "@/app/_forms/sent";
import { database } from "@/db";
import { signatureOf } from "@/lib/auth/actor";
import { projectForAction } from "@/lib/auth/project-access";
import { annotate } from "@/lib/answers/episode-annotations";
import { newAnnotationSchema } from "@/lib/api/schemas/annotation-schema";
import { isAppError } from "@/lib/errors";
import { episodePath } from "@/lib/format/paths";

export type Annotated =
  | { state: "idle" }
  | { state: "written" }
  | { state: "refused"; why: string };

const place = z.object({
  project: z.string(),
  campaignSlug: z.string().transform(sentName),
  seq: z.number().int().min(1).max(2_147_483_647),
});
export type AnnotatedEpisode = z.infer<typeof place>;

/** Writes what a reviewer handed in beside the episode. Works as a plain form post. */
export async function annotateEpisode(
  where: AnnotatedEpisode,
  _before: Annotated,
  form: FormData,
): Promise<Annotated> {
  const asked = place.safeParse(where);
  if (!asked.success) return notFound();
  const at = asked.data;
  const { scope, caller, by } = await projectForAction(at.project, "edit");
  const sent = sentForm(form);
  const given = newAnnotationSchema.safeParse({
    kind: sent.get("kind"),
    author: signatureOf(caller, sent.get("author")),
    text: sent.get("text"),
    outcome: emptyAsNull(sent.get("outcome")),
    resolves: emptyAsNull(sent.get("resolves")),
    callNo: callNoOf(sent.get("call")),
  });
  if (!given.success)
    return { state: "refused", why: `${given.error.issues[0]?.message ?? "It cannot be used"}.` };
  try {
    const written = await annotate(database().db, scope, at, given.data, by);
    if (written === null) return { state: "refused", why: "The episode is no longer there." };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { state: "refused", why: error.message };
  }
  revalidatePath(episodePath(at.project, at.campaignSlug, at.seq));
  return { state: "written" };
}

function emptyAsNull(value: FormDataEntryValue | null): FormDataEntryValue | null {
  return value === "" ? null : value;
}

/** People count calls from 1. */
function callNoOf(value: FormDataEntryValue | null): number | null {
  return typeof value === "string" && /^[1-9][0-9]{0,8}$/.test(value) ? Number(value) - 1 : null;
}
