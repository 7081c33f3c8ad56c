import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts, sso } from "@/lib/auth/instance";
import { personOf } from "@/lib/auth/person-of";
import { safeNext } from "@/lib/auth/safe-next";
import { isFirstRun } from "@/lib/auth/setup";
import { FormPage } from "../_parts/form-page";
import { signInNow } from "./sign-in-now";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

/** Why the sign-in service let nobody in; every other reason is told in one sentence alike. */
const REASONS: Record<string, string> = {
  unavailable: "The sign-in service does not answer. You can still sign in by password.",
  not_invited:
    "Nobody has invited the address that the sign-in service names. Ask for an invitation.",
  address_not_verified: "The sign-in service does not vouch for your e-mail address.",
  account_not_linked:
    "Somebody signs in here by this address with a password. Use that; the two are not joined.",
};
const OTHER_REASON = "The sign-in service let nobody in. Begin again.";

export default async function SignInPage({ searchParams }: Props) {
  const { next: asked, error } = await searchParams;
  const next = safeNext(asked);
  if (!accountsAreOn() || (await personOf(await headers())) !== null) redirect(next);
  if (await isFirstRun(accounts().db)) redirect("/setup");
  const service = sso();
  return (
    <FormPage title="Sign in">
      {typeof error === "string" ? (
        <p role="alert" className="text-[13px] text-damage-ink">
          {Object.hasOwn(REASONS, error) ? REASONS[error] : OTHER_REASON}
        </p>
      ) : null}
      <OutcomeForm action={signInNow} submit="Sign in" look="primary">
        <input type="hidden" name="next" value={next} />
        <LabelledInput
          label="E-mail address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="username"
        />
        <LabelledInput
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
        />
      </OutcomeForm>
      {service === null ? null : (
        <p>
          <a
            href={`/sign-in/sso?next=${encodeURIComponent(next)}`}
            className="inline-flex min-h-8 items-center rounded-[7px] border border-line bg-panel px-3 py-1.5 font-[520] text-ink no-underline hover:border-field"
          >
            Sign in with {service.name}
          </a>
        </p>
      )}
      <p className="text-xs text-ink-3">
        Forgot the password? Whoever looks after this instance can make you a link for a new one.
      </p>
    </FormPage>
  );
}
