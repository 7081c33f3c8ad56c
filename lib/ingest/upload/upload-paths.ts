const MAX_PATH_LENGTH = 1024;

/**
 * A path that a browser gave for a file, as one with forward slashes and without empty, `.` and `..`
 * segments. It names the file in issues and in the importers' eyes only.
 */
export function uploadPath(given: string): string {
  const segments = given
    .replaceAll("\\", "/")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  return segments.join("/").slice(0, MAX_PATH_LENGTH) || "unnamed";
}

/**
 * The source's name, and the files' paths within it: a dropped folder stands before every path and
 * names the source, as it does when the folder is named on the command line.
 */
export function nameUpload(paths: readonly string[]): { name: string; paths: string[] } {
  const [first = "upload"] = paths;
  const top = first.includes("/") ? (first.split("/")[0] ?? "") : "";
  const isFolder = top !== "" && paths.every((path) => path.startsWith(`${top}/`));
  if (isFolder) return { name: top, paths: paths.map((path) => path.slice(top.length + 1)) };
  return { name: paths.length === 1 ? first : "upload", paths: [...paths] };
}
