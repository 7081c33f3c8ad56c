import { z } from "zod";

/** The query of an address: a parameter may stand there several times. */
export type AddressQuery = Record<string, string | string[] | undefined>;

/** One value of a parameter that may be repeated: the first. An empty field of a form is no value. */
export const oneValue = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (Array.isArray(value) ? value[0] : value))
  .transform((value) => (value === "" ? undefined : value));

/** A name of the database: Postgres text cannot hold NUL, so such a name is nobody's. */
export const oneName = oneValue.transform((value) =>
  value?.replaceAll("\0", "\ufffd").slice(0, 500),
);

/** Every value of a parameter that may be repeated. */
export const everyValue = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]));
