import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const FOLDERS = ["app", "bin", "components", "db", "e2e", "lib"];

/**
 * Which runner takes a file of tests; the patterns of vitest.config.ts and playwright.config.ts.
 * @type {readonly (readonly [runner: string, pattern: RegExp])[]}
 */
const RUNNERS = [
  ["e2e", /\.e2e\.ts$/],
  ["database", /\.db\.test\.ts$/],
  ["process", /\.process\.test\.ts$/],
  ["real", /\.real\.test\.ts$/],
  ["unit", /\.test\.tsx?$/],
];

/**
 * A test's full title that names one of the rows: its own title or that of a group it stands in begins
 * with "A2: " or "A2, A4: ".
 * @param {string} rows a group ("E"), a row ("E3"), or "" for all
 */
export function titlePattern(rows) {
  const wanted = rows === "" ? "[A-F]\\d+" : /\d/.test(rows) ? rows : `${rows}\\d+`;
  return `(?:^| )(?:[A-F]\\d+, )*${wanted}(?:, [A-F]\\d+)*: `;
}

/**
 * The files whose tests name a row, for each runner, relative to `root`.
 * @param {string} root
 * @param {string} rows as `titlePattern` takes them
 * @returns {Record<string, string[]>}
 */
export function filesWithRows(root, rows) {
  const title = new RegExp(titlePattern(rows).replace("(?:^| )", "[\"'`]"));
  /** @type {Record<string, string[]>} */
  const files = {};
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const runner = RUNNERS.find(([, pattern]) => pattern.test(entry.name))?.[0];
      if (runner === undefined || !entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      if (title.test(readFileSync(path, "utf8"))) (files[runner] ??= []).push(relative(root, path));
    }
  return files;
}
