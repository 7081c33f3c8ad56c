import { acceptNow } from "@/app/(auth)/invitation/accept-now";
import { answerCodeNow } from "@/app/(auth)/sign-in/code/answer-code-now";
import { signInNow } from "@/app/(auth)/sign-in/sign-in-now";
import type { FormOutcome } from "@/components/ui/outcome-form";
import type { InvitedRole } from "@/db/schema/invitations";
import { invite } from "@/lib/auth/invitations";
import { PASSWORD } from "@/lib/auth/testing/people";
import { totp } from "@/lib/auth/testing/totp";
import type { AuditAction, AuditOutcome } from "@/lib/domain/audit-action";
import { addedSecondFactor, halfSignedIn, type AccountWorld } from "./account-world";
import { browse } from "./browser";
import { formOf, idle } from "./changes";

/** Whom a row names: somebody of the world by their address, or nobody. */
type By = "admin" | "person" | "newcomer" | "nobody";

export type ToldRow = {
  by: By;
  action: AuditAction;
  /** Which of the world's projects it is about; none: the installation. */
  project?: 0 | 1;
  outcome?: AuditOutcome;
};

export type AccountChange = {
  /** The row of each change in it, in order: most are one change. */
  told: readonly ToldRow[];
  /** Makes ready what the change is about and who asks for it, and returns the change. */
  ready: (at: AccountWorld) => Promise<() => Promise<unknown>>;
  /** Tables in which a try that the log did not take leaves a trace on purpose. */
  traces?: readonly string[];
};

/** A guess is counted before it is looked at: one that nothing came of was a guess all the same. */
export const GUESS = ["sign_in_attempts"];
/** And a code of the app that was handed in once opens nothing again. */
export const GUESSED_CODE = ["sign_in_attempts", "spent_codes"];

/** A password that is not theirs yet. */
export const NEXT = "nine loud otters swim";

/** The person, in the browser in which they are signed in, unless `change` takes another. */
export function byPerson(
  action: AuditAction,
  change: (at: AccountWorld) => Promise<Record<string, string>>,
  send: (before: FormOutcome, form: FormData) => Promise<FormOutcome>,
  traces: readonly string[] = [],
): AccountChange {
  return {
    told: [{ by: "person", action }],
    traces,
    ready: async (at) => {
      browse(at.person.cookies);
      const form = formOf(await change(at));
      return () => taken(() => send(idle, form), at);
    },
  };
}

/** The instance's admin, on the page of people. */
export function byAdmin(
  told: AuditAction | readonly ToldRow[],
  change: (at: AccountWorld) => Promise<Record<string, string>>,
  send: (before: FormOutcome, form: FormData) => Promise<FormOutcome>,
): AccountChange {
  return {
    told: typeof told === "string" ? [{ by: "admin", action: told }] : told,
    ready: async (at) => {
      const form = formOf(await change(at));
      browse(at.admin.cookies);
      return () => taken(() => send(idle, form), at);
    },
  };
}

/** A form that was taken; what it shows this once is a secret. */
export async function taken(
  send: () => Promise<FormOutcome>,
  { secrets }: AccountWorld,
): Promise<void> {
  const { problem, shown } = await send();
  if (problem !== null) throw new Error(problem);
  // A link, of which its code is the secret, or a code.
  for (const one of shown ?? []) secrets.push(one.split("code=").at(-1) ?? one);
}

/** A form whose answer is a problem, and is told of as such. */
export async function refused(send: () => Promise<FormOutcome>): Promise<void> {
  const { problem } = await send();
  if (problem === null) throw new Error("the form was taken");
}

export async function accepting(at: AccountWorld, roles: InvitedRole[]) {
  const { secret } = await invite(at.database.db, at.admin.personId, { email: at.newcomer, roles });
  at.secrets.push(secret);
  browse();
  const form = formOf({ code: secret, name: "Ivo Test", password: PASSWORD });
  return () => taken(() => acceptNow(idle, form), at);
}

export async function signingIn(at: AccountWorld, password: string) {
  browse();
  const form = formOf({ email: at.person.email, password, next: "/" });
  return () => signInNow(idle, form);
}

/** Answers the second step with what is made of the factor's secret and codes. */
export async function answering(
  at: AccountWorld,
  kind: "app" | "recovery",
  codeOf: (factor: { secret: string; recoveryCodes: string[] }) => string,
) {
  const factor = await addedSecondFactor(at);
  browse(await halfSignedIn(at));
  const form = formOf({ kind, code: codeOf(factor), next: "/" });
  return () => answerCodeNow(idle, form);
}

/** Six digits that the app shows neither now nor a step before or after. */
export function wrongCode(secret: string): string {
  const right = [-1, 0, 1, 2].map((steps) => totp(secret, steps));
  return ["000000", "000001", "000002", "000003", "000004"].find((c) => !right.includes(c)) ?? "";
}

export const idOfPerson = async ({ person }: AccountWorld) => ({ id: person.personId });

/** The form of a person with a second factor, from the browser in which it was added. */
export async function withSecondFactor(at: AccountWorld): Promise<Record<string, string>> {
  browse((await addedSecondFactor(at)).cookies);
  return { password: PASSWORD };
}
