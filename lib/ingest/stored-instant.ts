/**
 * An RFC 3339 instant as the database takes it, or null: for none, and for what a record may spell and
 * Postgres refuses, a year before 1 or (by its zone) after 9999.
 */
export function storedInstant(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const instant = new Date(text);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
