import type { EpisodeHead } from "@/db/queries/episode-detail";
import type { EpisodeSource } from "@/db/queries/source-files";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Digest } from "@/components/ui/digest";
import { Fact, Facts } from "@/components/ui/facts";
import { PlainLink } from "@/components/ui/text-link";
import { integer, plural } from "@/lib/format/numbers";
import { encodePart } from "@/lib/format/paths";
import { keepsLines } from "@/lib/importers/registry";

/** The bytes behind the page: where they came from, their digest, and whether they still have it. */
export function RecordCard({
  project,
  episode,
  digest,
  source,
}: {
  project: string;
  episode: Pick<
    EpisodeHead,
    "campaignSlug" | "seq" | "sha256" | "recordBytes" | "hadNul" | "hadLoneSurrogate" | "dropped"
  >;
  /** Of the bytes as they are now, hex; null when they are gone. */
  digest: string | null;
  source: EpisodeSource | null;
}) {
  const campaign = `/api/v1/projects/${encodePart(project)}/campaigns/${encodePart(episode.campaignSlug)}`;
  const file = source?.file ?? null;
  const { dropped } = episode;
  return (
    <Card title="Record">
      <Facts>
        <Fact name="Recorded">{source === null ? null : <Origin source={source} />}</Fact>
        <Fact name="SHA-256 noted at import">
          <Digest text={episode.sha256} />
        </Fact>
        <Fact name="Bytes">{dropped === null ? integer(episode.recordBytes) : "dropped"}</Fact>
        <Fact name="Digest of the bytes now">
          {digest === null && dropped !== null ? (
            "none: they were dropped on purpose, as the log says"
          ) : digest === episode.sha256 ? (
            <b className="font-semibold text-ok">the same, computed for this page</b>
          ) : (
            <>
              <b className="font-semibold text-damage-ink">
                {digest === null
                  ? "none: the bytes are gone"
                  : "NOT the same: the bytes were altered"}
              </b>
              {digest === null ? null : (
                <span className="block">
                  <Digest text={digest} />
                </span>
              )}
            </>
          )}
        </Fact>
        <Fact name="Held NUL">{episode.hadNul ? "yes; lists and search show U+FFFD" : null}</Fact>
        <Fact name="Held half a surrogate pair">
          {episode.hadLoneSurrogate ? "yes; lists and search show U+FFFD" : null}
        </Fact>
      </Facts>
      <Facts>
        <Fact name="SHA-256 of the source file">
          {file === null ? null : <Digest text={file.sha256} />}
        </Fact>
        <Fact name="Masked in the source file">
          {file === null || file.masked === 0 ? null : plural(file.masked, "credential")}
        </Fact>
      </Facts>
      <p className="mt-2 text-xs text-ink-3">
        {dropped === null
          ? "Checked: the stored record against the SHA-256 that was noted at import. The proof below shows whether both were changed together."
          : "Whoever has a copy of the record can still hold it against this digest, and the digest against the proof below."}
      </p>
      {dropped === null ? (
        <p className="no-print mt-2 flex flex-wrap gap-x-4 gap-y-2 text-[13px]">
          <PlainLink href={`${campaign}/episodes/${episode.seq}/record`} download>
            Download the record
          </PlainLink>
          {file?.kept === true ? (
            <PlainLink href={`${campaign}/sources/${file.fileNo}`} download>
              Download the source file
            </PlainLink>
          ) : null}
        </p>
      ) : null}
    </Card>
  );
}

/** Which line of a native file it is, or of what in a foreign file it was made. */
function Origin({ source: { format, path, line, jsonPath } }: { source: EpisodeSource }) {
  if (path === null) return "place not known";
  const native = keepsLines(format);
  const place = [
    ...(line === null ? [] : [`line ${integer(line)}`]),
    ...(native || jsonPath === null ? [] : [jsonPath]),
  ].join(", ");
  return (
    <>
      {native ? "as a native line" : "normalised"}, from <DataName text={path} />
      {place === "" ? null : (
        <>
          {" "}
          at <DataName text={place} />
        </>
      )}
    </>
  );
}
