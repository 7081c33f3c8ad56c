import type { EpisodeDetail } from "@/db/queries/episode-detail";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { integer } from "@/lib/format/numbers";

/** The bytes behind the page: their digest, and whether they still have it. */
export function RecordCard({ episode }: { episode: EpisodeDetail }) {
  return (
    <Card title="Record">
      <Facts
        rows={[
          ["SHA-256", <span className="font-mono text-[12px] break-all">{episode.sha256}</span>],
          ["Bytes", integer(episode.raw.byteLength)],
          [
            "Unchanged since import",
            episode.unchanged ? (
              <b className="font-semibold text-ok">verified</b>
            ) : (
              <b className="font-semibold text-damage-ink">NO: the bytes were altered</b>
            ),
          ],
          ["Held NUL", episode.hadNul ? "yes; lists and search show U+FFFD" : null],
          [
            "Held half a surrogate pair",
            episode.hadLoneSurrogate ? "yes; lists and search show U+FFFD" : null,
          ],
        ]}
      />
    </Card>
  );
}
