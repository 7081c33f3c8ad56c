import type { SourceFiles } from "@/db/queries/source-files";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { PlainLink } from "@/components/ui/text-link";
import { bytes } from "@/lib/format/bytes";
import { integer, plural } from "@/lib/format/numbers";
import { encodePart } from "@/lib/format/paths";

/** The files that a campaign was read from, and how much of them is kept. */
export function SourceTable({
  project,
  campaign,
  sources,
  isDropped,
}: {
  project: string;
  campaign: string;
  sources: SourceFiles;
  /** Their bytes were dropped with the content of the campaign. */
  isDropped: boolean;
}) {
  const { files, count, masked } = sources;
  if (count === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-[13px] font-semibold">Source files</h3>
      <p className="mt-1 mb-2 text-[13px] text-ink-2">
        {`${plural(count, "file")}, ${bytes(sources.sizeBytes)}; ${isDropped ? DROPPED : keptWords(sources)} `}
        {masked === 0
          ? "No key, token or password was found in them."
          : `${plural(masked, "key, token or password", "keys, tokens or passwords")} masked before anything was kept: size and digest are of what is left.`}
      </p>
      <ScrollBox label="Source files">
        <table className="table-plain">
          <caption className="sr-only">Files that this campaign was read from</caption>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" className="num">
                Size
              </th>
              <th scope="col" className="num">
                Masked
              </th>
              <th scope="col">SHA-256</th>
              <th scope="col">Bytes</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.fileNo}>
                <th scope="row" className="font-normal">
                  <DataName text={file.path} />
                </th>
                <td className="num">{bytes(file.sizeBytes)}</td>
                <td className="num">{integer(file.masked)}</td>
                <td className="font-mono text-[12px] break-all">{file.sha256}</td>
                <td>
                  {isDropped && file.kept ? (
                    "dropped"
                  ) : file.kept ? (
                    <PlainLink
                      href={`/api/v1/projects/${encodePart(project)}/campaigns/${encodePart(campaign)}/sources/${file.fileNo}`}
                      download
                    >
                      Download
                    </PlainLink>
                  ) : (
                    "not kept"
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {count > files.length ? (
        <p className="mt-2 text-[13px] text-ink-2">
          {`The first ${files.length} of ${integer(count)}.`}
        </p>
      ) : null}
    </div>
  );
}

const DROPPED = "what was kept of them was dropped with the content of the campaign.";

function keptWords({ count, keptCount }: SourceFiles): string {
  if (keptCount === count) return "kept as they were read.";
  if (keptCount > 0) return `${integer(keptCount)} of them kept as they were read.`;
  return "not kept beside the records that were made of them.";
}
