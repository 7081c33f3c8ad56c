import pino from "pino";
import { z } from "zod";
import { faultRecord } from "./log/fault-record";
import { logForm } from "./log/form.mjs";

/** What a line may say besides its sentence: ids, names of ours and numbers; never text of a record. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & {
  /** The request that it is about, as `x-request-id` of its answer says. */
  readonly requestId?: string;
};

const form = logForm(process.env);

/**
 * The server's log: one JSON object a line on stdout, so that nothing that is logged can forge a line
 * (ASVS 16.4.1); readable lines on a terminal, which leaves the requests out.
 */
const writer = pino(
  {
    base: null,
    level: form === "json" ? "info" : "warn",
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: faultRecord },
  },
  form === "json" ? pino.destination({ fd: 1, sync: true }) : { write: writeReadably },
);

export const log = {
  info: (message: string, fields: LogFields = {}): void => writer.info(fields, message),
  warn: (message: string, fields: LogFields = {}): void => writer.warn(fields, message),
  /** @param error what was caught; of it the log keeps only what quotes nothing */
  error: (message: string, error: unknown, fields: LogFields = {}): void =>
    writer.error({ ...fields, err: error }, message),
};

const lineSchema = z.record(z.string(), z.unknown());

function writeReadably(line: string): void {
  process.stdout.write(readable(line));
}

/** The same line for a person: indented, and still without any control character of its values. */
function readable(line: string): string {
  const { time, level, msg, ...fields } = lineSchema.parse(JSON.parse(line));
  const more = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
  return `${String(time)} ${String(level)}: ${JSON.stringify(msg)}${more}\n`;
}
