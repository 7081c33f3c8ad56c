import { visibleText } from "@/lib/importers/visible-text";

/**
 * A sentence of ours in Markdown, whatever names of the data stand in it: nothing in it becomes a link, a
 * tag, a mention, a table cell or emphasis (CommonMark 2.4 lets every ASCII punctuation be escaped).
 */
export function inertText(text: string): string {
  return visibleText(text, 2000)
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*_{}[\]<>()#+\-!|~]/g, (sign) => `\\${sign}`)
    .replaceAll("@", "@\u2060")
    .replaceAll(/(https?|www|ftp)(?=[:.])/gi, "$1\u2060");
}

/** A name of the data as code within a table cell: no renderer makes a link or a mention of it there. */
export function inertName(text: string): string {
  const shown = visibleText(text, 120).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 || shown === "" ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}
