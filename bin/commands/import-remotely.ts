import { campaignPath, importPath } from "@/lib/format/paths";
import type { Manifest } from "@/lib/domain/records";
import type { ImportDetailJson } from "@/lib/api/schemas/import-schema";
import { remoteImport, type ImportFields } from "../remote/remote-import";
import type { ServerAddress } from "../remote/server";
import { printable, progressLine } from "./import-progress";

type Told = {
  project: string;
  json: boolean;
  options?: Readonly<Record<string, string>>;
  replace?: boolean;
  keepSource?: boolean;
  manifest: Manifest | null;
  log: (line: string) => void;
  signal: AbortSignal;
};

const REFUSED_EXIT = 3;

/**
 * Sends each path to the server, which imports it as one campaign of a project that it has. Words go to
 * stderr, with `json` the import as the API has it, one object a path, to stdout.
 *
 * @returns 0 when every path is in the project now, imported or there before; else 3
 */
export async function importRemotely(
  server: ServerAddress,
  paths: readonly string[],
  told: Told,
): Promise<number> {
  const { project, json, log, signal } = told;
  let exit = 0;
  for (const path of paths) {
    const line = progressLine(path, process.stderr);
    const tell = (phase: string, bytesRead: number, bytesTotal: number) =>
      line.tell({ phase, bytesRead, bytesTotal, episodes: 0 });
    const fields = fieldsOf(told);
    const found = await remoteImport(server, project, path, {
      fields,
      signal,
      onProgress: tell,
    }).finally(() => line.done());
    if (found.state !== "done" && found.state !== "duplicate") exit = REFUSED_EXIT;
    const page = server.url + pageOf(project, found);
    if (json) process.stdout.write(`${JSON.stringify({ path, ...found, page })}\n`);
    else for (const words of describe(path, found, page)) log(printable(words));
  }
  return exit;
}

function fieldsOf({ options, replace, keepSource, manifest }: Told): ImportFields {
  return [
    ...Object.entries(options ?? {}).map(([id, value]) => [`option.${id}`, value] as const),
    ...(replace === true ? [["replace", "true"] as const] : []),
    ...(keepSource === false ? [["keepSource", "false"] as const] : []),
    ...(manifest === null ? [] : [["manifest", JSON.stringify(manifest)] as const]),
  ];
}

function describe(path: string, found: ImportDetailJson, page: string): string[] {
  return [
    `${path}: ${found.format === null ? "not recognised" : `recognised as ${found.format}`}`,
    `  ${outcome(found)}`,
    ...found.issueGroups.map(
      ({ severity, code, message, count }) => `  ${severity} ${count}× ${code}: ${message}`,
    ),
    `  ${page}`,
  ];
}

function outcome(found: ImportDetailJson): string {
  switch (found.state) {
    case "done":
      return `imported ${found.episodes} episodes; ${found.refused} records refused, ${found.recoded} recoded, ${found.warnings} warnings`;
    case "duplicate":
      return `already imported as "${found.campaign?.name ?? ""}"; nothing was added`;
    case "cancelled":
      return "cancelled; nothing of it was kept";
    default:
      return `refused: ${found.error ?? `the import stands at "${found.state}"`}`;
  }
}

function pageOf(project: string, found: ImportDetailJson): string {
  return found.campaign === null
    ? importPath(project, found.id)
    : campaignPath(project, found.campaign.slug);
}
