"use server";

import { revalidatePath } from "next/cache";
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
export type AnnotatedEpisode = { project: string; campaignSlug: string; seq: number };

/** Writes what a reviewer handed in beside the episode. Works as a plain form post. */
export async function annotateEpisode(
  at: AnnotatedEpisode,
  _before: Annotated,
  form: FormData,
): Promise<Annotated> {
  const { scope, caller, by } = await projectForAction(at.project, "edit");
  const given = newAnnotationSchema.safeParse({
    kind: form.get("kind"),
    author: signatureOf(caller, form.get("author")),
    text: form.get("text"),
    outcome: emptyAsNull(form.get("outcome")),
    resolves: emptyAsNull(form.get("resolves")),
    callNo: callNoOf(form.get("call")),
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
