import {
  armSchema,
  campaignSchema,
  caseSchema,
  type DomainRecord,
  endSchema,
  episodeSchema,
} from "@/lib/domain/records";
import type { z } from "zod";
import { counted } from "./counted";
import type { Issue, Place } from "./importer";
import type { IssueTally } from "./issue-tally";
import { MAX_NAME_BYTES, MAX_RECORD_BYTES } from "./limits";
import { parseJson } from "./parse-json";
import { schemaSentence } from "./schema-sentence";
import type { Line } from "./split-lines";
import { createUnknownFieldMover } from "./unknown-fields";
import { visibleText } from "./visible-text";

const SCHEMAS = {
  campaign: campaignSchema,
  arm: armSchema,
  case: caseSchema,
  episode: episodeSchema,
  end: endSchema,
} as const;

type RecordType = keyof typeof SCHEMAS;
export const RECORD_TYPES = Object.keys(SCHEMAS);

const readers = {
  campaign: reader(campaignSchema),
  arm: reader(armSchema),
  case: reader(caseSchema),
  episode: reader(episodeSchema),
  end: reader(endSchema),
} satisfies Record<RecordType, unknown>;

function reader<T extends z.ZodObject>(schema: T) {
  const moveUnknown = createUnknownFieldMover(schema);
  return { moveUnknown, parse: (value: unknown) => schema.safeParse(value) };
}

export type ReadLine =
  | { kind: "record"; record: DomainRecord; raw: Uint8Array; place: Place }
  | { kind: "refused"; issue: Issue }
  | { kind: "blank" };

/**
 * One line of a native file as a record of aftermath/1 (product.md 3). What it does not know goes to
 * `extra` and is counted in `tally`, as are fields written twice. `raw` is the line as it came.
 */
export function readAftermathLine(line: Line, file: string, tally: IssueTally): ReadLine {
  const place: Place = { file, line: line.line, byte: line.byte };
  const refuse = (code: string, message: string, path?: string): ReadLine => ({
    kind: "refused",
    issue: {
      severity: "refused",
      code,
      message,
      place: path === undefined ? place : { ...place, path },
    },
  });
  if (line.kind === "too-long") {
    const mib = MAX_RECORD_BYTES / 2 ** 20;
    return refuse(
      "record-too-large",
      `The line has ${line.sizeBytes} bytes; a record may have ${mib} MiB.`,
    );
  }
  if (line.bytes.every((byte) => byte === 0x20 || byte === 0x09)) return { kind: "blank" };

  const parsed = parseJson(line.bytes, place);
  if (!parsed.ok) return { kind: "refused", issue: parsed.issue };
  const type = typeOf(parsed.value);
  if (type === null) {
    return refuse("not-a-record", "A record is a JSON object with the field `type`; this is not.");
  }
  if (!isRecordType(type)) {
    const known = RECORD_TYPES.join(", ");
    return refuse(
      "unknown-record-type",
      `There is no record of type "${visibleText(type, 60)}"; the types are ${known}.`,
      "$.type",
    );
  }
  if (parsed.duplicateKeys) {
    tally.add(
      "warning",
      "duplicate-field",
      type,
      place,
      (count) =>
        `${counted(count, `${type} record`)} with a field twice in one object; the last one counts.`,
    );
  }
  readers[type].moveUnknown(parsed.value, (path) => {
    tally.add(
      "warning",
      "unknown-field",
      `${type}.${path}`,
      { ...place, path: `$.${visibleText(path, 120)}` },
      (count) =>
        `The field \`${visibleText(path, 120)}\` of ${type} is not part of aftermath/1; it was kept in \`extra\` (${counted(count, "time")}).`,
    );
  });
  const checked = readers[type].parse(parsed.value);
  if (!checked.success) {
    const { message, path } = schemaSentence(checked.error.issues, parsed.value);
    return refuse("invalid-record", message, path);
  }
  const long = overlongName(checked.data);
  if (long !== null) {
    return refuse(
      "name-too-long",
      `\`${long}\` has more than ${MAX_NAME_BYTES} bytes, too long for a name that others refer to.`,
      `$.${long}`,
    );
  }
  return { kind: "record", record: checked.data, raw: line.bytes, place };
}

function typeOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  return typeof value.type === "string" ? value.type : null;
}

function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(SCHEMAS, type);
}

function overlongName(record: DomainRecord): string | null {
  const names = Object.entries(record).filter(([field]) => NAME_FIELDS.has(field));
  const long = names.find(
    ([, value]) =>
      typeof value === "string" &&
      value.length > MAX_NAME_BYTES / 3 &&
      new TextEncoder().encode(value).length > MAX_NAME_BYTES,
  );
  return long?.[0] ?? null;
}

const NAME_FIELDS = new Set(["key", "name", "arm", "case", "attack", "family", "series"]);
