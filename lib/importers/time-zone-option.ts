import { z } from "zod";
import type { ImporterOption } from "./importer";

export const TIME_ZONE = "timeZone";
export const UTC_OFFSET = "+00:00";

/** `-12:00` to `+14:00`, as RFC 3339 writes an offset. */
const OFFSETS = Array.from({ length: 27 }, (_, i) => i - 12).map((hours) => {
  const sign = hours < 0 ? "-" : "+";
  return `${sign}${String(Math.abs(hours)).padStart(2, "0")}:00`;
});

/** Asked where a format writes the local time of the machine that ran it, without its zone. */
export const TIME_ZONE_OPTION: ImporterOption = {
  id: TIME_ZONE,
  label: "Time zone of the file",
  help: "The file holds the local time of the machine that ran it, without its zone.",
  choices: OFFSETS.map((offset) => ({ value: offset, label: `UTC${offset}` })),
  default: UTC_OFFSET,
};

const instant = z.iso.datetime({ offset: true });

/** A local time (ISO 8601) with the zone that the user gave; as it is when it has one; else undefined. */
export function withZone(time: unknown, offset: string): string | undefined {
  if (typeof time !== "string" || time.length > 40) return undefined;
  const written = time.replace(" ", "T");
  return instant.safeParse(written).data ?? instant.safeParse(written + offset).data;
}
