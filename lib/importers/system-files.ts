/** What operating systems leave in folders and archives on their own; it is no part of a source. */
const SYSTEM_SEGMENTS = new Set(["__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"]);

/** True when `path` (forward slashes) lies in, or is, something an operating system put there. */
export function isSystemFile(path: string): boolean {
  return path
    .split("/")
    .some((segment) => SYSTEM_SEGMENTS.has(segment) || segment.startsWith("._"));
}
