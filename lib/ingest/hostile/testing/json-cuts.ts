/** Where in JSON a text can be cut, by what stands right before the cut. */
const CUTS: readonly { name: string; at: RegExp }[] = [
  { name: "after {", at: /\{/g },
  { name: "in a key", at: /"\w(?=\w+"\s*:)/g },
  { name: "after a key", at: /"\w+"(?=\s*:)/g },
  { name: "after a colon", at: /"\w+"\s*:/g },
  { name: "in a string", at: /:\s*"[^"\\](?=[^"])/g },
  { name: "in an escape", at: /\\/g },
  { name: "in a number", at: /:\s*-?\d+\.(?=\d)/g },
  { name: "after a comma", at: /,/g },
];

export type JsonCut = { name: string; text: string };

/**
 * `text` cut once at each of the places above, the first one after `from`, and once before its last `}`.
 * Places that do not occur there are left out, so that a sample says what it holds.
 */
export function jsonCuts(text: string, from: number): JsonCut[] {
  const cuts = CUTS.flatMap(({ name, at }) => {
    at.lastIndex = from;
    const found = at.exec(text);
    return found === null ? [] : [{ name, text: text.slice(0, found.index + found[0].length) }];
  });
  return [...cuts, { name: "before the last }", text: text.slice(0, text.lastIndexOf("}")) }];
}
