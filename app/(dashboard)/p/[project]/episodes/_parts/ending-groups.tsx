import { EpisodeTable } from "@/components/tables/episode-table";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import { queryText, type EpisodeQuery } from "@/lib/answers/episode-query";
import type { EndingGroup } from "@/lib/answers/episodes-answer";
import { TERMINATIONS } from "@/lib/domain/termination";
import { episodesPath } from "@/lib/format/paths";
import { episodesCounted } from "@/lib/format/searched";

/** The filtered episodes by how they ended: how many, whether that tested anything, and the newest. */
export function EndingGroups({
  project,
  query,
  groups,
  exact,
}: {
  project: string;
  query: EpisodeQuery;
  groups: readonly EndingGroup[];
  exact: boolean;
}) {
  return groups.map(({ reason, count, examples }) => {
    const narrowed: EpisodeQuery = { ...query, termination: reason };
    const { label, class: of } = TERMINATIONS[reason];
    return (
      <Card
        key={reason}
        title={label}
        edge={of === "abort" ? "warn" : "none"}
        note={of === "abort" ? "aborted: in no rate" : "finished"}
      >
        <p className="mb-2 text-[13px]">
          <TextLink href={episodesPath(project, narrowed)}>
            {episodesCounted(count, exact)}
          </TextLink>
        </p>
        <EpisodeTable
          project={project}
          filter={queryText(narrowed)}
          rows={examples}
          caption={`Newest episodes that ended with: ${label}`}
        />
      </Card>
    );
  });
}
