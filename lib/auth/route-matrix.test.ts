import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ACTIONS, ROUTES } from "./route-matrix";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = readdirSync(join(ROOT, "app"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .filter((path) => !/\.test\.tsx?$/.test(path));
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The address of a page or route: groups in parentheses are no part of it. */
function addressOf(path: string): string {
  const parts = path.split("/").slice(1, -1);
  return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
}

it("C1: has a row for every page and every handler, and none for what is not there", () => {
  const pages = FILES.filter((path) => path.endsWith("/page.tsx")).map(
    (path) => `GET ${addressOf(path)}`,
  );
  const handlers = FILES.filter((path) => path.endsWith("/route.ts")).flatMap((path) =>
    [...textOf(path).matchAll(/export (?:const|async function|function) ([A-Z]+)\b/g)].map(
      ([, method]) => `${method} ${addressOf(path)}`,
    ),
  );
  expect(Object.keys(ROUTES).toSorted()).toEqual([...pages, ...handlers].toSorted());
});

it("C1: has a row for every server action, and none for what is not there", () => {
  const actions = FILES.filter((path) => /^"use server";/m.test(textOf(path))).flatMap((path) =>
    [...textOf(path).matchAll(/export async function (\w+)/g)].map(([, name]) => `${path} ${name}`),
  );
  expect(Object.keys(ACTIONS).toSorted()).toEqual(actions.toSorted());
});
