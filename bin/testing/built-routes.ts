import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PROJECT_ROOT } from "../data-folder.mjs";

function manifest<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const parsed: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, ".next", file), "utf8"));
  return schema.parse(parsed);
}

const paths = z.record(z.string(), z.string());
const references = z.object({
  node: z.record(
    z.string(),
    z.object({
      filename: z.string(),
      exportedName: z.string(),
      workers: z.record(z.string(), z.unknown()),
    }),
  ),
  edge: z.record(z.string(), z.unknown()),
});

/** What Next makes itself, without anything of ours in it. */
const NEXTS_OWN = new Set(["/_global-error", "/_not-found"]);

/** Every page and route of the build, as its address with [names]. */
export function builtAddresses(): { address: string; isPage: boolean }[] {
  return Object.entries(manifest("app-path-routes-manifest.json", paths))
    .filter(([, address]) => !NEXTS_OWN.has(address))
    .map(([entry, address]) => ({ address, isPage: entry.endsWith("/page") }));
}

export type BuiltAction = {
  /** File and name, as the matrix has them. */
  key: string;
  id: string;
  name: string;
  /** The address of a page that offers it. */
  page: string;
};

/** Every server action of the build. */
export function builtActions(): BuiltAction[] {
  const addresses = manifest("app-path-routes-manifest.json", paths);
  const { node, edge } = manifest("server/server-reference-manifest.json", references);
  if (Object.keys(edge).length > 0) throw new Error("an action runs on the edge");
  return Object.entries(node).map(([id, { filename, exportedName, workers }]) => {
    const [worker = ""] = Object.keys(workers).filter((name) => name.endsWith("/page"));
    const page = addresses[worker.replace(/^app/, "")] ?? "/";
    return { key: `${filename} ${exportedName}`, id, name: exportedName, page };
  });
}
