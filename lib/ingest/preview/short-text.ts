const MOST = 300;

/**
 * A name as a preview shows it, keys apart, which are bounded. A hostile one may be 32 MiB long, a thousand
 * times over, and a preview is one value in the database.
 */
export function shortText(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
