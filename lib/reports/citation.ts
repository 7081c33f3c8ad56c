/**
 * The papers that a source names, without the section of the specification before them, which no reader of
 * the product has; null where it names none.
 */
export function citation(source: string): string | null {
  const papers = [...source.matchAll(/\(([^()]*\p{L}[^()]*)\)/gu)]
    .map(([, inside]) => inside ?? "")
    .filter((inside) => !inside.includes(".md"));
  return papers.length === 0 ? null : papers.join("; ");
}
