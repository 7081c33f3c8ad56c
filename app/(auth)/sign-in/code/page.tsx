import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { TextLink } from "@/components/ui/text-link";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { safeNext } from "@/lib/auth/safe-next";
import { FormPage } from "../../_parts/form-page";
import { answerCodeNow } from "./answer-code-now";

export const metadata: Metadata = { title: "Second step" };

type Props = { searchParams: Promise<{ next?: string | string[]; with?: string | string[] }> };

/** The second step of a sign-in; by the app, or by a recovery code when the app is lost. */
export default async function CodePage({ searchParams }: Props) {
  const { next: asked, with: kind } = await searchParams;
  const next = safeNext(asked);
  if (!accountsAreOn()) redirect(next);
  const byRecovery = kind === "recovery";
  const other = `/sign-in/code?${new URLSearchParams({ next, with: byRecovery ? "app" : "recovery" })}`;
  return (
    <FormPage
      title="Second step"
      sentence={
        byRecovery
          ? "Give one of the recovery codes that were shown when you set up the second step. Each works once."
          : "Give the code that your authenticator app shows now."
      }
    >
      <OutcomeForm action={answerCodeNow} submit="Continue" look="primary">
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="kind" value={byRecovery ? "recovery" : "app"} />
        {byRecovery ? (
          <LabelledInput
            key="recovery"
            label="Recovery code"
            name="code"
            required
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
          />
        ) : (
          <LabelledInput
            key="app"
            label="Code of six digits"
            name="code"
            required
            inputMode="numeric"
            maxLength={10}
            autoComplete="one-time-code"
          />
        )}
      </OutcomeForm>
      <p className="text-[13px]">
        <TextLink href={other}>
          {byRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </TextLink>
      </p>
    </FormPage>
  );
}
