/** `1 log`, `2 logs`: a number with its noun, in the sentences of issues. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
