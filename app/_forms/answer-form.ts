import "server-only";
import { headers } from "next/headers";
import type { FormOutcome } from "@/components/ui/outcome-form";
import type { Permission } from "@/lib/auth/permissions";
import { projectForAction, type Access } from "@/lib/auth/project-access";
import { tellReached } from "@/lib/auth/reached";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { isAppError } from "@/lib/errors";

/** What is done, in one sentence or null, and what is shown this once. */
export type Done = { done: string; shown: readonly string[] } | string | null;

/** The answer of a form that is about no project. Only our own pages may send one (security.md D9). */
export async function answerForm(work: (sent: Headers) => Promise<Done>): Promise<FormOutcome> {
  const sent = await headers();
  tellReached(sent);
  if (!isSameOrigin(sent))
    return { problem: "The request does not come from a page of this server.", done: null };
  return outcomeOf(() => work(new Headers(sent)));
}

/** The answer of a form of a project, for whoever has the permission in it. */
export async function answerProjectForm(
  part: string,
  permission: Permission,
  work: (access: Access) => Promise<Done>,
): Promise<FormOutcome> {
  const access = await projectForAction(part, permission);
  return outcomeOf(() => work(access));
}

/** A foreseen error becomes its sentence beside the form, any other goes on to the error page. */
async function outcomeOf(work: () => Promise<Done>): Promise<FormOutcome> {
  try {
    const done = await work();
    return typeof done === "object" && done !== null
      ? { problem: null, ...done }
      : { problem: null, done };
  } catch (error) {
    if (isAppError(error)) return { problem: error.message, done: null };
    throw error;
  }
}
