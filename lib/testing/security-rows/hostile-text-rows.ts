import type { SecurityRow } from "./security-row";

/** Group D: hostile text and the web. */
export const HOSTILE_TEXT_ROWS: readonly SecurityRow[] = [
  {
    row: "D1",
    promise: "Text of an attack never runs",
    bar: "300 payloads × every field × every view in a browser: 0 dialogs, scripts, violations, foreign elements",
    open: "every field and every kind of view in every run, of campaigns that look alike some; each of them with AFTERMATH_LONG=1",
  },
  {
    row: "D2",
    promise: "Text is never made markup or an address",
    bar: "0 uses in the sources, 0 renderers installed",
  },
  {
    row: "D3",
    promise: "What cannot be seen is shown",
    bar: "400 of 400 code points with a mark; the copy is the original",
  },
  {
    row: "D4",
    promise: "Huge values do not take a page down",
    bar: "at most 2 MB sent, painted within 2 s, tab under 300 MB",
    open: "sent bytes and memory are asserted; paint is noted, since it falls with whatever else the machine does",
  },
  {
    row: "D5",
    promise: "A strict policy for content",
    bar: "default-src 'none' with a nonce of 128 bit on every answer; 1,000 differ; 0 violations",
  },
  {
    row: "D6",
    promise: "No request leaves the machine",
    bar: "0 to another host by browser or server, 0 name look-ups",
  },
  {
    row: "D7",
    promise: "Protective headers on every answer",
    bar: "all of them; downloads as attachments in a sandbox",
    open: "CSV, JSON and JSON Lines are handed out under their own types, by which programs read them and which no browser runs; all else as application/octet-stream",
  },
  {
    row: "D8",
    promise: "Tables for a spreadsheet compute nothing",
    bar: "200 of 200 formulas inert; the text comes back equal",
  },
  {
    row: "D9",
    promise: "A change comes from our own page or a token",
    bar: "every changing route × 7 foreign origins: 403, 0 rows changed",
  },
  {
    row: "D10",
    promise: "A foreign host name is not answered",
    bar: "every route; bound to 127.0.0.1 unless told",
  },
  {
    row: "D11",
    promise: "Sign-in leads nowhere else",
    bar: "40 of 40 forms of an address lead to /",
  },
  {
    row: "D12",
    promise: "Errors tell nothing",
    bar: "no stack, SQL, path or version; an id that the log has; no 500 for a client's fault",
    open: "every route and action meets some of the malformed inputs in turn; all of them with AFTERMATH_LONG=1",
  },
];
