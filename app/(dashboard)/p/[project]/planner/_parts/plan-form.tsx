"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { PLAN_FIELDS, type PlanField, type PlanNumbers } from "@/lib/reports/plan-fields";

/** How long a number rests before the plan is made anew. */
const REST_MS = 250;

/** Every number of the plan, as a slider and as a field; the address has them, so that a link has the plan. */
export function PlanForm({ numbers }: { numbers: PlanNumbers }) {
  const router = useRouter();
  const path = usePathname();
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (name: string, text: string) => {
    const next = { ...texts, [name]: text };
    setTexts(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      router.replace(`${path}?${new URLSearchParams(next).toString()}`, { scroll: false });
    }, REST_MS);
  };
  return (
    <form method="get" className="grid gap-x-8 gap-y-3 md:grid-cols-2">
      {Object.values(PLAN_FIELDS).map((field) => (
        <NumberField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ""}
          onText={(text) => change(field.name, text)}
        />
      ))}
      <noscript className="md:col-span-2">
        <Button type="submit">Plan</Button>
      </noscript>
    </form>
  );
}

function NumberField({
  field,
  text,
  onText,
}: {
  field: PlanField;
  text: string;
  onText: (text: string) => void;
}) {
  const { name, label, unit, min, max, step, fine } = field;
  const id = `plan-${name}`;
  const bad = text.trim() === "" || !(Number(text) >= min && Number(text) <= max);
  return (
    <div className="min-w-0 text-[13px]">
      <label htmlFor={id} className="text-ink-2">
        {label}
        {name === "differ" ? " (0: as if the arms knew nothing of each other)" : ""}
      </label>
      <div className="mt-0.5 flex items-center gap-3">
        <input
          type="range"
          aria-label={`${label}, slider`}
          min={min}
          max={max}
          step={step}
          value={bad ? min : text}
          onChange={(event) => onText(event.target.value)}
          className="h-6 min-w-0 flex-1 accent-ink"
        />
        <input
          id={id}
          name={name}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={fine === true ? "any" : step}
          value={text}
          onChange={(event) => onText(event.target.value)}
          aria-invalid={bad}
          aria-describedby={`${id}-note`}
          className="w-[92px] rounded-[7px] border border-field bg-panel px-2 py-1 text-right text-ink"
        />
        <span className="w-[62px] text-ink-3">{unit}</span>
      </div>
      <p id={`${id}-note`} className="min-h-4 text-xs text-damage-ink">
        {bad ? `A number from ${min} to ${max}; until then the plan takes the usual one.` : null}
      </p>
    </div>
  );
}
