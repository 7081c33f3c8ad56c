import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { NOT_NOTED } from "@/lib/format/product-words";
import type { SavedInput } from "@/lib/answers/comparison-saved";

/** The campaigns that were read, by what they were then, and loudly what has become of them since. */
export function SavedInputs({
  inputs,
  campaignHref,
}: {
  inputs: readonly SavedInput[];
  campaignHref: (slug: string) => string;
}) {
  const changed = inputs.filter((input) => input.changed !== null);
  return (
    <>
      <p className="mt-1 text-[13px]">
        {changed.length === 0
          ? "Every campaign that it read is still stored as it was."
          : changedSentence(changed.length, inputs.length)}
      </p>
      <ul className="mt-2 grid gap-2 text-[13px]">
        {inputs.map((input) => (
          <li key={input.campaignId} className="min-w-0">
            <TextLink href={campaignHref(input.slug)}>
              <DataName text={input.name} />
            </TextLink>{" "}
            {input.changed === null ? null : (
              <>
                <Chip tone="warn">changed</Chip> <span>{input.changed}</span>
              </>
            )}
            <p className="text-xs text-ink-3">
              Scoring version {input.scoringVersion}; SHA-256 of its source{" "}
              <span className="font-mono break-all">{input.fingerprint}</span>; root of its episodes{" "}
              <span className="font-mono break-all">{input.root ?? NOT_NOTED}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function changedSentence(changed: number, read: number): string {
  if (read === 1) return "The campaign that it read has changed since; the report stays as it was.";
  return changed === 1
    ? `1 of the ${read} campaigns that it read has changed since; the report stays as it was.`
    : `${changed} of the ${read} campaigns that it read have changed since; the report stays as it was.`;
}
