/** `?sort=asr` or `?sort=-asr` as a table takes it; null for anything else. */
export function sortParameter(
  value: string | undefined,
  ids: readonly string[],
): { id: string; desc: boolean } | null {
  if (value === undefined) return null;
  const desc = value.startsWith("-");
  const id = desc ? value.slice(1) : value;
  return ids.includes(id) ? { id, desc } : null;
}
