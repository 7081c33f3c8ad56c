import type { CampaignRecord, Manifest } from "@/lib/domain/records";
import { issueItem, recordItem } from "../import-item";
import type { Importer, ImportItem } from "../importer";

/**
 * An importer that takes a manifest given at import. The given one becomes the campaign's; where the
 * source carries one too, the given one wins and a warning says so, because whoever gives a manifest
 * means it. An importer that has made it the campaign's itself is left alone.
 */
export function withGivenManifest(importer: Importer): Importer {
  return {
    ...importer,
    read: (source, options, given) => {
      const items = importer.read(source, options, given);
      return given?.manifest === undefined ? items : carrying(items, given.manifest);
    },
  };
}

async function* carrying(
  items: AsyncIterable<ImportItem>,
  manifest: Manifest,
): AsyncGenerator<ImportItem> {
  for await (const item of items) {
    if (item.kind !== "record" || item.record.type !== "campaign") {
      yield item;
      continue;
    }
    const own = item.record.manifest;
    if (own === manifest) {
      yield item;
      continue;
    }
    const record: CampaignRecord = { ...item.record, manifest };
    yield isNormalised(item) ? recordItem(record, item.place) : { ...item, record };
    if (own === undefined) continue;
    const message =
      "The source carries a manifest of its own; the one given at import took its place.";
    yield issueItem("warning", "manifest-replaced", message, item.place);
  }
}

/** False for a native line: it is evidence as it came, and does not hold what was given beside it. */
function isNormalised({ record, raw, place }: Extract<ImportItem, { kind: "record" }>): boolean {
  const normalised = recordItem(record, place).raw;
  return raw.length === normalised.length && raw.every((byte, at) => byte === normalised[at]);
}
