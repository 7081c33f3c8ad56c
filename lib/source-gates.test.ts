import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROOMS = ["app", "bin", "components", "db", "lib"];

const FILES = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path)),
);
const TEXTS = new Map(FILES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));

/** The files that a rule finds, but those that may do it; a file that no longer does is found as well. */
function breaking(rule: RegExp, allowed: readonly string[] = []): string[] {
  const found = FILES.filter((path) => rule.test(TEXTS.get(path) ?? ""));
  return [
    ...found.filter((path) => !allowed.includes(path)),
    ...allowed.filter((path) => !found.includes(path)).map((path) => `${path} needs it no longer`),
  ];
}

const names = z.record(z.string(), z.string());
const packageSchema = z.object({ dependencies: names, devDependencies: names });

describe("D2: text of a record is never made anything but text", () => {
  it("D2: no code and no markup is made of text", () => {
    const rule =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\(|new Function\(|set(Timeout|Interval)\(["'`]/i;
    expect(breaking(rule)).toEqual([]);
    expect(FILES.length).toBeGreaterThan(500);
  });

  it("D2: nothing that renders markdown, mathematics, diagrams or HTML is installed", () => {
    const { dependencies, devDependencies } = packageSchema.parse(
      JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")),
    );
    const renderers =
      /markdown|\bmarked\b|remark|rehype|mdx|mathjax|katex|mermaid|sanitize|dompurify|highlight|prism|shiki|showdown|html-react|linkify|ansi-to-html/;
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    expect(installed.length).toBeGreaterThan(30);
    expect(installed.filter((name) => renderers.test(name))).toEqual([]);
  });

  it("D2: an address is a path that a function of ours writes, never a value as it is stored", () => {
    const value =
      /\b(?:href|src|action|formAction|poster|srcSet)=\{\s*(?:\w+\.)*(?:text|name|key|url|uri|link|target|value|raw|args|result|detail|reason|notes?|attack|case|tool|door|sink|tag|family)\s*\}/;
    expect(breaking(value)).toEqual([]);
  });

  it("D5: no style stands in an element: the page's policy lets none in", () => {
    // The report's file has one style sheet, which its own policy names by its hash.
    expect(
      breaking(/\sstyle=|<style|cssText =|setAttribute\("style"/, ["lib/answers/report-html.ts"]),
    ).toEqual([]);
  });
});

describe("E14: nothing but what is listed asks another machine", () => {
  it("E14: no file that runs on the server opens a connection", () => {
    const rule =
      /\bfetch\(|new (XMLHttpRequest|WebSocket|EventSource)\(|sendBeacon|from "(node:)?(https|http2|dgram|dns|tls|undici|axios|got)["/]|\bhttps?\.(get|request)\(|\bnet\.connect\(/;
    const onServer = breaking(rule, [
      // The command line, to the server that its user names.
      "bin/remote/server.ts",
    ]).filter((path) => !(TEXTS.get(path) ?? "").startsWith('"use client"'));
    expect(onServer.filter((path) => !ASKED_BY_PAGES.includes(path))).toEqual([]);
  });

  it("E14: what pages ask is an address of their own server", () => {
    for (const path of ASKED_BY_PAGES) {
      const text = TEXTS.get(path) ?? "";
      expect(text, path).not.toMatch(/fetch\(\s*["'`]?https?:|open\("\w+",\s*["'`]https?:/);
      expect(
        importersOf(path).filter((one) => !one.startsWith("components/")),
        path,
      ).toEqual([]);
    }
  });
});

/** Functions of pages, each imported by components that run in the browser. */
const ASKED_BY_PAGES = ["components/import/ask-server.ts", "components/import/send-files.ts"];

function importersOf(path: string): string[] {
  const name = path.split("/").at(-1)?.replace(".ts", "") ?? "";
  return FILES.filter((file) => (TEXTS.get(file) ?? "").includes(`/${name}"`));
}

describe("E15: SQL is made of parameters", () => {
  it("E15: a query is a text of its own only where it is listed", () => {
    expect(breaking(/\bsql\.raw\(/)).toEqual([]);
    expect(
      breaking(/\.unsafe\(/, [
        // A copy out of a query that its callers write, with constants of the schema alone.
        "db/copy-out.ts",
        // A copy and its savepoints: statements of constants and of column names of the schema.
        "lib/ingest/copy-rows.ts",
        "lib/ingest/savepoint.ts",
        // Names of columns, one constant.
        "lib/ingest/facet-counts.ts",
        // Grants on tables and functions of a constant list, and a password that is hexadecimal digits.
        "db/roles/application-role.ts",
      ]),
    ).toEqual([]);
    expect(
      breaking(/\bsql\.identifier\(/, [
        // The name of a view of the schema.
        "db/queries/disputed.ts",
      ]),
    ).toEqual([]);
  });

  it("E15: a column's name is written where it is given (CVE-2026-39356)", () => {
    expect(breaking(/(?<!\bz)\.as\((?!"[a-z_]+"\)|\(builder\))/)).toEqual([]);
  });
});
