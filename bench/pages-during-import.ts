import { readFile } from "node:fs/promises";
import { z } from "zod";
import { fetchPage, PAGES, type Served } from "./pages-served";

const startedSchema = z.object({ id: z.string() });
const importSchema = z.object({ state: z.string(), episodes: z.number() });
const UNDER_WAY = new Set(["uploaded", "running"]);

/** What one page took while imports ran, in milliseconds. */
export type Meanwhile = { name: string; times: number[] };

/**
 * Uploads native files into `into`, so many at once as there are, and asks for the pages of `project` one
 * after the other until the last import has ended. Throws when an import does not end well: a refused one
 * would disturb least of all.
 */
export async function pagesDuringImports(
  served: Served,
  project: string,
  { into, files }: { into: string; files: readonly string[] },
): Promise<Meanwhile[]> {
  const imports = await Promise.all(files.map((file) => upload(served, into, file)));
  const found = Object.entries(PAGES).map(([name, path]) => ({
    name,
    path,
    times: [] as number[],
  }));
  while (await anyUnderWay(imports)) {
    for (const { path, times } of found) {
      const began = performance.now();
      await fetchPage(served, project, path);
      times.push(performance.now() - began);
    }
  }
  return found.map(({ name, times }) => ({ name, times }));
}

/** @returns the address at which the API tells of the import */
async function upload(served: Served, into: string, path: string): Promise<string> {
  const imports = `${served.url}/api/v1/projects/${into}/imports`;
  const answer = await fetch(imports, {
    method: "POST",
    headers: {
      origin: served.url,
      "content-type": "application/x-ndjson",
      "x-file-name": encodeURIComponent(path.split("/").at(-1) ?? path),
    },
    body: await readFile(path),
  });
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status}`);
  return `${imports}/${startedSchema.parse(await answer.json()).id}`;
}

async function anyUnderWay(imports: readonly string[]): Promise<boolean> {
  const states = await Promise.all(
    imports.map(async (address) => {
      const answer = await fetch(address);
      return importSchema.parse(await answer.json()).state;
    }),
  );
  const fallen = states.find((state) => state !== "done" && !UNDER_WAY.has(state));
  if (fallen !== undefined) throw new Error(`an import ended as ${fallen}`);
  return states.some((state) => UNDER_WAY.has(state));
}
