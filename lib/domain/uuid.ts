const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether the text is a uuid as Postgres writes it, in letters of either case. Addresses may hold anything,
 * and Postgres fails on what is no uuid.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
