import { TextLink } from "@/components/ui/text-link";
import { plural } from "@/lib/format/numbers";
import { episodePath } from "@/lib/format/paths";

/** "Disputed outcomes" of a campaign: how many episodes, how many still open, and the first of them. */
export function DisputedOutcomes({
  project,
  disputes,
}: {
  project: string;
  disputes: {
    episodes: number;
    open: number;
    first: readonly { campaignSlug: string; seq: number; open: number }[];
  };
}) {
  if (disputes.episodes === 0) return <>No outcome is disputed.</>;
  return (
    <>
      The outcomes of {plural(disputes.episodes, "episode")} are disputed,{" "}
      {disputes.open === 0
        ? "all of them settled"
        : `${plural(disputes.open, "episode")} not settled yet`}
      . Every figure counts them as they were derived:{" "}
      {disputes.first.slice(0, 10).map(({ campaignSlug, seq, open }, index) => (
        <span key={`${campaignSlug}.${seq}`}>
          {index === 0 ? "" : ", "}
          <TextLink href={`${episodePath(project, campaignSlug, seq)}#review`}>
            episode {seq}
          </TextLink>
          {open === 0 ? " (settled)" : ""}
        </span>
      ))}
      {disputes.episodes > 10 ? " and more" : ""}.
    </>
  );
}
