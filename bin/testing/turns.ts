/** Everything at every place, which takes long; else each has its turn at some place. */
const IS_LONG = process.env["AFTERMATH_LONG"] === "1";

/** What hands out so many of the items at each call, going round; with AFTERMATH_LONG=1 all of them at each. */
export function turns<T>(items: readonly T[], some: number): () => readonly T[] {
  let at = 0;
  return () => {
    if (IS_LONG || some >= items.length) return items;
    const from = at;
    at = (at + some) % items.length;
    return [...items, ...items].slice(from, from + some);
  };
}
