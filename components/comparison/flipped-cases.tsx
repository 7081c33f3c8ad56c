import { Fragment } from "react";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { outOf, plural } from "@/lib/format/numbers";
import type { ArmIdentity } from "@/lib/reports/arm-report";
import type { ComparisonReport, Deltas, Flip, FlipSide } from "@/lib/reports/comparison-report";
import type { ComparisonLinks } from "./comparison-links";

type Context = { members: ComparisonReport["members"]; links: ComparisonLinks };

const SHOWN = 12;

/** Cases whose outcome differs between the arms, both directions: an average hides the worse ones. */
export function FlippedCases({ flips, ...context }: { flips: Deltas["flips"] } & Context) {
  return (
    <Card title="Cases that flipped" note="attack success, baseline → candidate">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <FlipList title="Worse in the candidate" flips={flips.worse} {...context} />
        <FlipList title="Better in the candidate" flips={flips.better} {...context} />
      </div>
    </Card>
  );
}

function FlipList({
  title,
  flips,
  ...context
}: { title: string; flips: readonly Flip[] } & Context) {
  return (
    <div className="min-w-0">
      <h3 className="text-[13px] text-ink-2">
        {title}: {plural(flips.length, "case")}
      </h3>
      <FlipLines flips={flips.slice(0, SHOWN)} {...context} />
      {flips.length > SHOWN ? (
        <details className="text-[13px]">
          <summary className="text-ink-2">{plural(flips.length - SHOWN, "more case")}</summary>
          <FlipLines flips={flips.slice(SHOWN)} {...context} />
        </details>
      ) : null}
    </div>
  );
}

function FlipLines({ flips, members, links }: { flips: readonly Flip[] } & Context) {
  return (
    <ul className="mt-1 text-[13px]">
      {flips.map((flip) => (
        <li
          key={flip.case}
          className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5 leading-6"
        >
          <span className="min-w-0">
            <TextLink href={links.episodes({ case: flip.case })}>
              <DataName text={flip.case} />
            </TextLink>
          </span>
          <span className="text-ink-2">
            <Side name={flip.case} side={flip.baseline} arms={members.baseline} links={links} /> →{" "}
            <Side name={flip.case} side={flip.candidate} arms={members.candidate} links={links} />
            <SideBySide href={links.sideBySide?.(flip.case) ?? null} name={flip.case} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SideBySide({ href, name }: { href: string | null; name: string }) {
  if (href === null) return null;
  return (
    <span className="no-print">
      {" · "}
      <TextLink href={href}>
        both transcripts
        <span className="sr-only">
          {" "}
          of <DataName text={name} />
        </span>
      </TextLink>
    </span>
  );
}

/** "2 of 3", leading to the episodes; of a pool, a link for each campaign that ran the case. */
function Side({
  name,
  side,
  arms,
  links,
}: {
  name: string;
  side: FlipSide;
  arms: readonly ArmIdentity[];
  links: ComparisonLinks;
}) {
  const ran = arms.filter((arm) => side.campaigns.includes(arm.campaignSlug));
  const href = (arm: ArmIdentity) =>
    links.episodes({ case: name, campaign: arm.campaignSlug, arm: arm.armKey });
  const figure = outOf(side.success, side.finished);
  const [only] = ran;
  if (only !== undefined && ran.length === 1)
    return <TextLink href={href(only)}>{figure}</TextLink>;
  return (
    <>
      {figure}
      {ran.length === 0 ? null : (
        <span className="text-xs">
          {" ("}
          {ran.map((arm, index) => (
            <Fragment key={`${arm.campaignSlug}/${arm.armKey}`}>
              {index === 0 ? null : ", "}
              <TextLink href={href(arm)}>
                <DataName text={arm.campaignSlug} />
              </TextLink>
            </Fragment>
          ))}
          )
        </span>
      )}
    </>
  );
}
