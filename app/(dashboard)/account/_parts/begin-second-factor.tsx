"use client";

import { useActionState } from "react";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { QrCode } from "@/components/ui/qr-code";
import {
  beginSecondFactorNow,
  confirmSecondFactorNow,
  type SecondFactorOutcome,
} from "../account-actions";

const NOTHING: SecondFactorOutcome = { problem: null, done: null, factor: null };

/** Password, then the app's picture with the recovery codes, then the first code: only that turns it on. */
export function BeginSecondFactor() {
  const [outcome, begin, beginning] = useActionState(beginSecondFactorNow, NOTHING);
  const { factor } = outcome;
  if (factor === null)
    return (
      <form action={begin} className="grid max-w-[360px] gap-4">
        <LabelledInput
          label="Present password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
        />
        <div>
          <Button type="submit" disabled={beginning}>
            Set up an authenticator app{beginning ? " …" : null}
          </Button>
        </div>
        {outcome.problem === null ? null : (
          <p role="alert" className="text-[13px] text-damage-ink">
            {outcome.problem}
          </p>
        )}
      </form>
    );
  return (
    <ol className="grid list-decimal gap-5 pl-5">
      <li>
        <p>Scan this with the app, or type the secret into it.</p>
        <div className="mt-2 flex flex-wrap items-start gap-4">
          <QrCode text={factor.uri} label="The secret for the authenticator app, as a QR code" />
          <p className="min-w-0 text-[13px] text-ink-2">
            Secret
            <code className="mt-1 block font-mono text-[12.5px] text-ink wrap-anywhere select-all">
              {factor.secret}
            </code>
          </p>
        </div>
      </li>
      <li>
        <p>
          Keep these recovery codes where you keep your passwords. Each lets you in once when the
          app is lost; they are shown only now.
        </p>
        <ul
          aria-label="Recovery codes"
          className="mt-2 grid max-w-[360px] grid-cols-2 gap-1 rounded-[7px] border border-line bg-line-2 px-3 py-2"
        >
          {factor.recoveryCodes.map((code) => (
            <li key={code}>
              <code className="font-mono text-[12.5px] select-all">{code}</code>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <p className="mb-2">
          Give the code that the app shows now. The second step is off until then.
        </p>
        <OutcomeForm action={confirmSecondFactorNow} submit="Turn on" look="primary" layout="line">
          <LabelledInput
            label="Code of six digits"
            name="code"
            required
            inputMode="numeric"
            maxLength={10}
            autoComplete="one-time-code"
          />
        </OutcomeForm>
      </li>
    </ol>
  );
}
