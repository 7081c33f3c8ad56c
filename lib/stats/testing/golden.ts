import { z } from "zod";
import golden from "@/lib/stats/fixtures/golden.json";

const fileSchema = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      fn: z.string(),
      input: z.record(z.string(), z.unknown()),
      expected: z.unknown(),
      source: z.string(),
    }),
  ),
});

/** Every case of the reference file (methods.md 10); inputs and answers still unread. */
export const GOLDEN_CASES = fileSchema.parse(golden).cases;

/** The cases of one function, their input and answer read by the given schemas. */
export function goldenCases<I, E>(
  fn: string,
  input: z.ZodType<I>,
  expected: z.ZodType<E>,
): { id: string; input: I; expected: E }[] {
  return GOLDEN_CASES.filter((c) => c.fn === fn).map((c) => ({
    id: c.id,
    input: input.parse(c.input),
    expected: expected.parse(c.expected),
  }));
}

/**
 * Where `actual` departs from `expected`, as sentences; none when they agree. Numbers agree at 1e-9
 * relative, or 1e-12 absolute near 0; null (n/a), booleans and words must be the same. Everything
 * that is expected must be there; more may be.
 */
export function departures(actual: unknown, expected: unknown, path = "value"): string[] {
  if (typeof expected === "number") {
    return isClose(actual, expected) ? [] : [`${path}: ${String(actual)}, expected ${expected}`];
  }
  if (typeof expected !== "object" || expected === null) {
    return actual === expected ? [] : [`${path}: ${String(actual)}, expected ${String(expected)}`];
  }
  if (typeof actual !== "object" || actual === null) {
    return [`${path}: ${String(actual)}, expected ${JSON.stringify(expected)}`];
  }
  const found = new Map<string, unknown>(Object.entries(actual));
  const lengths =
    Array.isArray(expected) && found.size !== expected.length
      ? [`${path}: ${found.size} entries, expected ${expected.length}`]
      : [];
  return Object.entries(expected).reduce<string[]>(
    (all, [key, value]) => [...all, ...departures(found.get(key), value, `${path}.${key}`)],
    lengths,
  );
}

function isClose(actual: unknown, expected: number): boolean {
  if (typeof actual !== "number" || !Number.isFinite(actual)) return false;
  const distance = Math.abs(actual - expected);
  return distance <= 1e-9 * Math.abs(expected) || distance <= 1e-12;
}
