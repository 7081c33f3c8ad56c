const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment with its zone as Inspect writes it, or undefined: an empty text is one that never came. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !INSTANT.test(value)) return undefined;
  const [date = "", time = ""] = value.split(/[T.Z+]/);
  // Date turns the 31st of February into March: only what survives the round trip is a moment.
  const written = `${date}T${time.slice(0, 8)}`;
  const moment = Date.parse(`${written}Z`);
  const exists = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(written);
  return exists && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
