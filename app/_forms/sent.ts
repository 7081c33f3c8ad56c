/**
 * What was sent in the place of a form. An action is an address like any other, and types do not hold for
 * what comes over it: anything else has no fields.
 */
export function sentForm(given: unknown): FormData {
  return given instanceof FormData ? given : new FormData();
}

/** What was sent in the place of a name; Postgres text cannot hold NUL, so such a name is nobody's. */
export function sentName(given: unknown): string {
  return typeof given === "string" ? given.replaceAll("\0", "\ufffd") : "";
}

/** A field of a form as text; a missing one, or a file, is empty. */
export function textOf(form: FormData, name: string): string {
  const value = sentForm(form).get(name);
  return typeof value === "string" ? value : "";
}
