import { headFields } from "./head-fields";
import type { Recognition } from "./importer";

/** `results.json` is one document with the rows in it; `results.jsonl` is the rows alone, a line each. */
export type PromptfooForm = "document" | "lines";

const VERSIONED = /"results"\s*:\s*\{\s*"version"\s*:/;
/** What is written where an evaluation has not one result yet. */
const STUB = /^\s*\{\s*"results"\s*:\s*\{\s*"results"\s*:\s*\[\s*\]/;
const CUT_BYTES = 64 * 1024;

/** The form of a file that begins with `head`, or null when it is not promptfoo's. */
export function promptfooForm(head: Uint8Array): PromptfooForm | null {
  const fields = headFields(head);
  if (fields === null) return null;
  const text = new TextDecoder().decode(head);
  if (fields.has("evalId") && fields.has("results") && VERSIONED.test(text)) return "document";
  if (STUB.test(text)) return "document";
  const has = (...names: string[]) => names.every((name) => fields.has(name));
  if (has("promptIdx", "testIdx", "failureReason")) return "lines";
  // A long answer may push the rest of the first row beyond the head.
  const cut = head.length >= CUT_BYTES;
  return cut && has("gradingResult") && (has("cost") || has("latencyMs")) ? "lines" : null;
}

export function recognisePromptfoo(head: Uint8Array): Recognition {
  return promptfooForm(head) !== null
    ? { recognised: true }
    : {
        recognised: false,
        lookedFor:
          "a JSON object with `evalId` and `results.version`, or lines that each have `promptIdx`, `testIdx` and `failureReason`",
      };
}
