"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ArmMatch } from "@/lib/answers/comparison-choices";
import { SideFields, type SideName } from "./side-fields";

export type ChosenArms = Record<SideName, ArmMatch[]>;

const SIDES: readonly { name: SideName; title: string; hint: string }[] = [
  {
    name: "baseline",
    title: "Baseline",
    hint: "What is measured against. Several arms are pooled by case: more replicas, never more cases.",
  },
  {
    name: "candidate",
    title: "Candidate",
    hint: "What is measured. Several arms are pooled by case.",
  },
  {
    name: "also",
    title: "Further candidates",
    hint: "Each one by itself against the same baseline; a summary leads to each comparison.",
  },
];

/** The choice as a form whose address is the comparison's. */
export function ArmChoiceForm({
  action,
  first,
  chosen: before,
}: {
  action: string;
  first: readonly ArmMatch[];
  chosen: ChosenArms;
}) {
  const [chosen, setChosen] = useState(before);
  const [refused, setRefused] = useState(false);
  const incomplete = chosen.baseline.length === 0 || chosen.candidate.length === 0;
  const taken = new Set(Object.values(chosen).flatMap((side) => side.map((one) => one.reference)));
  return (
    <form
      action={action}
      onSubmit={(event) => {
        if (incomplete) event.preventDefault();
        setRefused(incomplete);
      }}
      className="grid gap-5 lg:grid-cols-3 lg:items-start"
    >
      {SIDES.map((side) => (
        <SideFields
          key={side.name}
          {...side}
          address={`${action}/arms`}
          first={first}
          taken={taken}
          chosen={chosen[side.name]}
          onChange={(arms) => setChosen({ ...chosen, [side.name]: arms })}
        />
      ))}
      <div className="lg:col-span-3">
        <Button type="submit" look="primary">
          Compare
        </Button>
        <p role="alert" className="mt-2 text-[13px] text-damage-ink empty:hidden">
          {refused && incomplete
            ? "Choose an arm as the baseline and one as the candidate first."
            : null}
        </p>
      </div>
    </form>
  );
}
