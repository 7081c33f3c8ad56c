import { z } from "zod";
import { FORMAT, recordSchema } from "@/lib/domain/records";

/**
 * JSON Schema (2020-12) of one line of a native file, made of the schemas that an import checks by, so
 * that the two cannot differ. It describes what comes in: a field that has a default may be absent, and
 * fields that are not named are allowed, because an import keeps them in `extra` with a warning.
 */
export function aftermathJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(recordSchema, {
    target: "draft-2020-12",
    io: "input",
  });
  return {
    $schema,
    $id: `urn:${FORMAT.replace("/", ":")}:record`,
    title: `${FORMAT}: one record, a line of a native file`,
    ...schema,
  };
}
