import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { plural } from "@/lib/format/numbers";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ComparisonLinks } from "./comparison-links";

/** The campaigns of each side that pools several; nothing where both sides are one arm. */
export function PooledMembers({
  members,
  links,
}: {
  members: ComparisonReport["members"];
  links: ComparisonLinks;
}) {
  const pooled = (["baseline", "candidate"] as const).filter((side) => members[side].length > 1);
  if (pooled.length === 0) return null;
  return (
    <div className="mt-1 max-w-[820px] text-[13px] text-ink-2">
      {pooled.map((side) => (
        <div key={side}>
          The {side} pools {plural(members[side].length, "arm")}:
          <ul className="list-disc pl-5">
            {members[side].map((arm) => (
              <li key={`${arm.campaignSlug}/${arm.armKey}`}>
                <TextLink href={links.campaign(arm.campaignSlug)}>
                  <DataName text={arm.campaignName} />
                </TextLink>
                , <DataName text={arm.armName} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>Pooled campaigns are more replicas of the same cases, never more cases.</p>
    </div>
  );
}
