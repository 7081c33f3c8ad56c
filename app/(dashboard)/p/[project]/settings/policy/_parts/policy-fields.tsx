"use client";

import { useEffect, useId, useRef, useState } from "react";
import { BOX } from "@/components/ui/box";
import type { Policy } from "@/lib/domain/policy";
import {
  boundsOf,
  hundredths,
  POLICY_NUMBER_NAMES,
  POLICY_NUMBERS,
  policyChanges,
  readPolicy,
  STRICT_PARITY,
  type PolicyNumber,
  type TypedPolicy,
} from "@/lib/domain/policy-fields";
import { typedPolicy } from "../typed-policy";

/**
 * The fields of a policy, and what they would change. They are left to the browser: when somebody else's
 * version comes meanwhile, a field that nobody touched follows it and what was typed stays.
 */
export function PolicyFields({ policy }: { policy: Policy }) {
  const fields = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedPolicy | null>(null);
  const look = () => {
    const form = fields.current?.closest("form");
    if (form) setTyped(typedPolicy(new FormData(form)));
  };
  useEffect(look, [policy]);
  return (
    <div ref={fields} onInput={look} className="grid gap-4">
      <input type="hidden" name="from" value={policy.version} />
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {POLICY_NUMBER_NAMES.map((name) => (
          <NumberField key={name} name={name} share={policy[name]} />
        ))}
        <label className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-0.5 text-[13px]">
          <input
            type="checkbox"
            name="requireShownParity"
            defaultChecked={policy.requireShownParity}
            className="mt-0.5"
          />
          <span className="font-[520]">{STRICT_PARITY.label}</span>
          <span className="col-start-2 text-xs text-ink-2">{STRICT_PARITY.meaning}</span>
        </label>
      </div>
      <WhatChanges policy={policy} typed={typed} />
      <label className="grid max-w-[720px] gap-0.5 text-xs text-ink-2">
        Why
        <textarea
          name="reason"
          required
          maxLength={500}
          rows={2}
          autoComplete="off"
          className={`${BOX} w-full`}
        />
      </label>
    </div>
  );
}

function NumberField({ name, share }: { name: PolicyNumber; share: number }) {
  const meaning = useId();
  const { label, unit, meaning: words } = POLICY_NUMBERS[name];
  return (
    <div>
      <label className="grid gap-0.5 text-[13px]">
        <span className="font-[520]">{label}</span>
        <span className="flex items-center gap-2">
          {unit === "points" ? <span aria-hidden="true">±</span> : null}
          <input
            name={name}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            defaultValue={hundredths(share)}
            aria-describedby={meaning}
            className={`${BOX} w-20 text-right tabular-nums`}
          />
          <span className="text-ink-2">{unit}</span>
        </span>
      </label>
      <p id={meaning} className="mt-1 max-w-[60ch] text-xs text-ink-2">
        {words}
      </p>
    </div>
  );
}

/** Said again with each key: a reader who cannot see it hears it when they stop. */
function WhatChanges({ policy, typed }: { policy: Policy; typed: TypedPolicy | null }) {
  const read = typed === null ? null : readPolicy(typed);
  const problems = read !== null && "problems" in read ? read.problems : {};
  const wrong = POLICY_NUMBER_NAMES.filter((name) => problems[name] !== undefined);
  const changes = read !== null && "settings" in read ? policyChanges(policy, read.settings) : [];
  return (
    <div
      aria-live="polite"
      className="rounded-[8px] border border-line bg-bg px-3 py-2 text-[13px]"
    >
      {wrong.length > 0 ? (
        <ul className="text-damage-ink">
          {wrong.map((name) => (
            <li key={name}>{boundsOf(name)}</li>
          ))}
        </ul>
      ) : changes.length === 0 ? (
        <p className="text-ink-2">Nothing is different from version {policy.version}.</p>
      ) : (
        <>
          <p className="font-[520]">What would change</p>
          <ul>
            {changes.map(({ label, before, after }) => (
              <li key={label}>
                {label}: {before} <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span> <b>{after}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
