import type { CaseRecord, Split } from "@/lib/domain/records";
import { isObject, textOf } from "./json-value";
import { valueIn } from "./norn-json";
import type { CaseRow, KillChainRow, TechniqueRow } from "./norn-rows";

/** Norn's splits. Borderline payloads are attacks of a milder kind; the case says which it was. */
const SPLITS: Readonly<Record<string, Split>> = {
  harmful: "attack",
  borderline: "attack",
  benign: "benign",
};

/** Null when the split is none of Norn's. An absent one is Norn's default, harmful. */
export function splitOf(row: CaseRow): Split | null {
  const name = row.split ?? "harmful";
  return Object.hasOwn(SPLITS, name) ? (SPLITS[name] ?? null) : null;
}

/** The case of a row; `layer` is the campaign's: L1 model alone, L2 retrieval, L3 tools. */
export function caseOf(
  row: CaseRow,
  split: Split,
  from: {
    layer: string | undefined;
    technique: TechniqueRow | undefined;
    killChain: KillChainRow | undefined;
  },
): CaseRecord {
  const { layer, technique, killChain } = from;
  const payload = textOf(row.payload);
  const metadata = valueIn(row.metadata_json) ?? row.metadata_json;
  const isEmpty = isObject(metadata) && Object.keys(metadata).length === 0;
  const owasp = tagsOf(technique?.owasp_tags);
  const atlas = tagsOf(technique?.mitre_tags);
  return {
    type: "case",
    key: row.case_id,
    attack: split === "attack" ? row.technique_id : `${split}/${row.technique_id}`,
    ...(split === "attack" && layer !== undefined ? { family: layer } : {}),
    split,
    ...(payload === undefined
      ? {}
      : split === "attack"
        ? { injection: { text: payload } }
        : { userTask: payload }),
    ...(owasp.length > 0 ? { owasp } : {}),
    ...(atlas.length > 0 ? { atlas } : {}),
    extra: {
      split: row.split ?? null,
      technique: { id: row.technique_id, name: technique?.name ?? null },
      ...(metadata === undefined || metadata === null || isEmpty ? {} : { metadata }),
      ...(textOf(row.payload_hash) === undefined ? {} : { payloadHash: row.payload_hash }),
      ...(killChain === undefined
        ? {}
        : {
            killChain: {
              l1: killChain.l1_success ?? null,
              l2: killChain.l2_success ?? null,
              l3: killChain.l3_success ?? null,
            },
          }),
    },
  };
}

/** Tags stand in one text, separated by commas. */
function tagsOf(text: string | null | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
