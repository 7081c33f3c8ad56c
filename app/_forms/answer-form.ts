import "server-only";
import { headers } from "next/headers";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { isAppError } from "@/lib/errors";

/**
 * The one place where errors become answers of a form: a foreseen one becomes its sentence, any other goes
 * on to the error page. Only our own pages may send one (security.md D9).
 *
 * @param work returns what is done, in one sentence or null, and what is shown this once
 */
export async function answerForm(
  work: (sent: Headers) => Promise<Done | string | null>,
): Promise<FormOutcome> {
  const sent = await headers();
  if (!isSameOrigin(sent))
    return { problem: "The request does not come from a page of this server.", done: null };
  try {
    const done = await work(new Headers(sent));
    return typeof done === "object" && done !== null
      ? { problem: null, ...done }
      : { problem: null, done };
  } catch (error) {
    if (isAppError(error)) return { problem: error.message, done: null };
    throw error;
  }
}

type Done = { done: string; shown: readonly string[] };

/** A field of a form as text; a missing one, or a file, is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
