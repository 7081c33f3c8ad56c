import type { StepSlice, TextPart } from "@/lib/domain/episode-steps";

/** A slice as our own API answers with it; its schema is held by the API's tests, here only its kind. */
export function isStepSlice(value: unknown): value is StepSlice {
  return hasFields(value, ["steps", "from", "next", "length"]);
}

export function isTextPart(value: unknown): value is TextPart {
  return hasFields(value, ["text", "form", "from", "to", "bytes"]);
}

function hasFields(value: unknown, names: readonly string[]): boolean {
  return typeof value === "object" && value !== null && names.every((name) => name in value);
}
