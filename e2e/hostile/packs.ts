import { textWindow } from "@/components/ui/data-text.model";
import { PAYLOADS } from "./payloads";

/**
 * The texts joined by a space into as few as there need be, each of at most `most` bytes. Where a name is
 * cut when it is drawn, so many payloads at once are drawn whole.
 */
export function packed(texts: readonly string[], most: number): string[] {
  const packs: string[] = [];
  for (const text of texts) {
    const last = packs.at(-1);
    const longer = last === undefined ? text : `${last} ${text}`;
    if (last === undefined || Buffer.byteLength(longer) > most) packs.push(text);
    else packs[packs.length - 1] = longer;
  }
  return packs;
}

/** Text of Postgres holds neither NUL nor half a surrogate pair. What hides at its end stays: it is drawn, too. */
export function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}|\0/gu, "\ufffd");
}

/**
 * How each payload reads where it is drawn: what hides in it by its name. Half a surrogate pair is U+FFFD,
 * as which Postgres keeps it in names.
 */
export const DRAWN_FORMS: readonly string[] = PAYLOADS.map((payload) =>
  textWindow(storable(payload))
    .runs.map(({ kind, text, times }) => {
      if (kind === "text") return text;
      return `${text}${text === "U+001B" ? " ESC" : ""}${times === 1 ? "" : ` ×${times}`}`;
    })
    .join("")
    .trim(),
);
