import { nativeText } from "../../testing/native-text";
import { type Content, type Made, oneFile } from "./hostile-case";

export const native = (content: Content): Made => oneFile("run.jsonl", content);

/** Campaign, arm, two cases, two episodes on lines 5 and 6, end. */
export const WHOLE = nativeText({
  episodes: [{}, { replica: 2, terminationDetail: 'said "no"', durationMs: 12.5 }],
});
export const LINES = WHOLE.split("\n");
export const upTo = (line: number) => LINES.slice(0, line).join("\n").length + 1;

/** The file with `text` in the place of one line, counted from 1. */
export function withLine(line: number, text: string): string {
  return LINES.map((old, index) => (index === line - 1 ? text : old)).join("\n");
}

export const EPISODE =
  '{"type":"episode","arm":"on","case":"k1","replica":2,"termination":"task_done"';
/** The second episode with more text before its last brace. */
export const episode = (more: string) => () => native(withLine(6, `${EPISODE}${more}}`));

export const NOT_JSON = "imported 1 | refused not-json";
export const INVALID = "imported 1 | refused invalid-record";
export const FINE = "imported 2";
