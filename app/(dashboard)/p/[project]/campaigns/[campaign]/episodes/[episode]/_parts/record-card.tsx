import type { EpisodeDetail } from "@/db/queries/episode-detail";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { integer } from "@/lib/format/numbers";
import { encodePart } from "@/lib/format/paths";

/** The bytes behind the page: their digest, and whether they still have it. */
export function RecordCard({ project, episode }: { project: string; episode: EpisodeDetail }) {
  const record = [
    "/api/v1/projects",
    encodePart(project),
    "campaigns",
    encodePart(episode.campaignSlug),
    "episodes",
    episode.seq,
    "record",
  ].join("/");
  return (
    <Card title="Record">
      <Facts>
        <Fact name="SHA-256">
          <span className="font-mono text-[12px] break-all">{episode.sha256}</span>
        </Fact>
        <Fact name="Bytes">{integer(episode.raw.byteLength)}</Fact>
        <Fact name="Unchanged since import">
          {episode.unchanged ? (
            <b className="font-semibold text-ok">verified</b>
          ) : (
            <b className="font-semibold text-damage-ink">NO: the bytes were altered</b>
          )}
        </Fact>
        <Fact name="Held NUL">{episode.hadNul ? "yes; lists and search show U+FFFD" : null}</Fact>
        <Fact name="Held half a surrogate pair">
          {episode.hadLoneSurrogate ? "yes; lists and search show U+FFFD" : null}
        </Fact>
      </Facts>
      <p className="no-print mt-2 text-[13px]">
        <a
          href={record}
          download
          className="text-link underline decoration-1 underline-offset-2 hover:decoration-2"
        >
          Download the record
        </a>
      </p>
    </Card>
  );
}
