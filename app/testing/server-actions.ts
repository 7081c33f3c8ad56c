import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Every server action, as `path#name`: each function that a file with "use server" exports. */
export function serverActions(): string[] {
  return readdirSync(join(ROOT, "app"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      if (!text.startsWith('"use server"')) return [];
      return [...text.matchAll(/^export (?:async function|const) (\w+)/gm)].map(
        ([, name = ""]) => `${path}#${name}`,
      );
    });
}

/** Whether an action is about accounts: of those that are signed in, or of the instance, and of no project. */
export function isOfAccounts(action: string): boolean {
  return /^app\/\((auth|dashboard)\)\/(?!p\/)/.test(action);
}
