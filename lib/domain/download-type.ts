/**
 * The types under which downloads are handed out. A report as HTML is bytes like any other file: a browser
 * that was told its type would draw it, should whatever stands between drop the header that keeps it from
 * that (security.md D7). The others are those that programs read them by, and no browser runs one.
 */
export type DownloadType =
  | "application/octet-stream"
  | "application/json"
  | "application/x-ndjson"
  | "text/csv; charset=utf-8";

/** A file that is made at once. `name` is ours: ASCII letters, digits, dots and hyphens. */
export type TextFile = { text: string; type: DownloadType; name: string };
