import localFont from "next/font/local";

/**
 * The letters that nearly every page needs, asked for with the page itself and not once its styles are
 * read, and with a fallback of the same width: so that nothing moves when they come. What is rarer (Greek,
 * Cyrillic, ...) comes by "Inter Variable", the same font in parts, when a page has it.
 */
export const letters = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--letters",
  display: "swap",
  adjustFontFallback: "Arial",
});
