/** Of what a saved report does not say of itself, because nobody noted it when it was saved. */
export const NOT_NOTED = "not noted";

/** The program and the version of it that made something; null: it was not noted. */
export function productWords(version: string | null): string {
  return version === null ? `Aftermath, version ${NOT_NOTED}` : `Aftermath ${version}`;
}
