import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { plural } from "@/lib/format/numbers";

/** So many are named; more would push the list away. */
const NAMED = 5;

/** That a text is not looked for where it was dropped: not found there is not the same as not there. */
export function Unsearched({
  campaigns,
}: {
  campaigns: readonly { slug: string; name: string }[];
}) {
  if (campaigns.length === 0) return null;
  const more = campaigns.length - NAMED;
  return (
    <Card edge="warn">
      <p className="max-w-[720px] text-[13px]">
        <b>Not searched:</b> the content of {plural(campaigns.length, "campaign")} was dropped, so
        that no text is found in {campaigns.length === 1 ? "it" : "them"}:{" "}
        {campaigns.slice(0, NAMED).map(({ slug, name }, no) => (
          <span key={slug}>
            {no === 0 ? "" : ", "}
            <DataName text={name} />
          </span>
        ))}
        {more > 0 ? ` and ${more} more` : ""}.
      </p>
    </Card>
  );
}
