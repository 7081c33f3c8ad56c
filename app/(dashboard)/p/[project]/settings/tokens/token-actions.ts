"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { sentForm } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import { TOKEN_SCOPES } from "@/db/schema/api-tokens";
import { madeToken, tokenRevoked } from "@/lib/auth/changed-tokens";
import { projectForAction } from "@/lib/auth/project-access";
import { AppError } from "@/lib/errors";
import { tokensPath } from "@/lib/format/paths";

const DAY_MS = 24 * 60 * 60 * 1000;

const asked = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Give the token a name.")
    .max(80, "A name has at most 80 characters.")
    .refine((name) => !name.includes("\0"), "A name cannot hold the character U+0000."),
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, "Choose what the token may do."),
  days: z.enum(["30", "90", "365", "never"]),
});

/** Makes a token of the project. It is in the answer alone: a digest of it is stored. */
export async function makeTokenNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(project, "administer", async ({ scope, by }) => {
    const sent = sentForm(form);
    const given = asked.safeParse({
      name: sent.get("name"),
      scopes: [...new Set(sent.getAll("scopes"))],
      days: sent.get("days"),
    });
    if (!given.success)
      throw new AppError("invalid_input", given.error.issues[0]?.message ?? "That cannot be used.");
    const { name, scopes, days } = given.data;
    const expiresAt = days === "never" ? null : new Date(Date.now() + Number(days) * DAY_MS);
    const { token } = await madeToken(database().db, scope, by, { name, scopes, expiresAt });
    revalidatePath(tokensPath(project));
    return {
      done: "Copy it now: it is shown this once, and only a digest of it is stored.",
      shown: [token],
    };
  });
}

/** Revokes a token: the next request that brings it is refused. */
export async function revokeTokenNow(project: string, form: FormData): Promise<void> {
  const { scope, by } = await projectForAction(project, "administer");
  const id = z.uuid().safeParse(sentForm(form).get("id"));
  if (id.success) await tokenRevoked(database().db, scope, by, id.data);
  revalidatePath(tokensPath(project));
}
