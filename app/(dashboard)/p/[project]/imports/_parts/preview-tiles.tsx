import type { ImportPreview } from "@/lib/domain/import-preview";
import { bytes } from "@/lib/format/bytes";
import { integer, plural } from "@/lib/format/numbers";

/** What would be stored, by count. */
export function PreviewTiles({ preview: { counts, source } }: { preview: ImportPreview }) {
  const issues = counts.refused + counts.recoded + counts.warnings;
  const tiles: [label: string, figure: string, note: string][] = [
    ["Arms", integer(counts.arms), `in ${plural(source.files, "file")}, ${bytes(source.bytes)}`],
    ["Cases", integer(counts.cases), `of ${plural(counts.attacks, "attack")}`],
    ["Episodes", integer(counts.episodes), `with ${plural(counts.calls, "call")}`],
    ["Refused records", integer(counts.refused), `${plural(issues, "issue")} in all`],
    [
      "Secrets masked",
      integer(counts.secretsMasked),
      "keys, tokens and passwords, before anything is kept",
    ],
  ];
  return (
    <dl className="mt-[18px] grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-3">
      {tiles.map(([label, figure, note]) => (
        <div key={label} className="min-w-0 rounded-[10px] border border-line bg-panel px-4 py-3">
          <dt className="text-[12.5px] text-ink-2">{label}</dt>
          <dd>
            <span className="block text-[26px] leading-tight font-[640] tracking-[-.02em]">
              {figure}
            </span>
            <span className="text-xs text-ink-3">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
