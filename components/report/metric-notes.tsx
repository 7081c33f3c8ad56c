import { Card } from "@/components/ui/card";
import type { Policy } from "@/lib/domain/policy";
import { policySentence } from "@/lib/reports/policy-sentence";

type Note = { id: string; label: string; definition: string; exclusions: string };

/** How the figures of a report are made and what each leaves out: folded on the page, whole on paper. */
export function MetricNotes({ notes, policy }: { notes: readonly Note[]; policy: Policy }) {
  return (
    <Card title="How to read these figures">
      <p className="text-[13px]">{policySentence(policy)}</p>
      <details className="mt-2 text-[13px]">
        <summary className="text-ink-2">What each figure counts and leaves out</summary>
        <dl className="mt-1.5 grid gap-2">
          {notes.map(({ id, label, definition, exclusions }) => (
            <div key={id} className="break-inside-avoid">
              <dt className="font-semibold">{label}</dt>
              <dd className="text-ink-2">{definition}</dd>
              <dd className="text-ink-2">
                <b className="font-[550]">Left out</b> {exclusions}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}
