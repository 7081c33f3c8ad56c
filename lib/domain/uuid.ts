const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres would take the text as a uuid: it fails on any other, and addresses may hold anything. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
