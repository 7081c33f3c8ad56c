import { createDb, type Database } from "@/db/client";
import { ensureProject } from "@/db/queries/projects";
import type { Manifest } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { ingestSource, type IngestResult } from "@/lib/ingest/ingest-source";
import { serverOf } from "../remote/server";
import { withDatabase } from "../with-database";
import { importRemotely } from "./import-remotely";
import { describeResult, pageOf } from "./import-report";
import { dryRun } from "./dry-run";
import { progressLine } from "./import-progress";
import { manifestFile } from "./manifest-file";
import { sourceAt } from "./source-at";

type Options = {
  /** Address of the project; made when it does not exist. */
  project: string;
  json: boolean;
  /** Answers to what a format leaves open, by the option's id. */
  options?: Readonly<Record<string, string>>;
  /** Each path takes the place of the campaign of the same file or key. */
  replace?: boolean;
  /** False: the files that records were made of are not kept beside them. */
  keepSource?: boolean;
  /** A file with the roles of tools. */
  manifest?: string;
  /** Only say what it would come to. */
  dryRun?: boolean;
  /** The server that is to import it; absent: the database here. */
  server?: string;
  token?: string;
  log: (line: string) => void;
  signal: AbortSignal;
};

/** The same with the manifest read. */
type Told = Omit<Options, "manifest"> & { manifest: Manifest | null };

const SLUG = /^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/;
/** 3: at least one path was refused. */
const REFUSED_EXIT = 3;

/**
 * Imports each path as one campaign, or only says what that would come to (dry-run.ts). Words go to stderr,
 * with `json` one object a path to stdout.
 *
 * @returns 0 when every path is in the project now, imported or there before; else 3
 * @throws AppError invalid_input: no such path, a manifest that is none, or a project name that cannot be
 *   an address
 */
export async function runImport(paths: readonly string[], options: Options): Promise<number> {
  const { project, json, log, signal } = options;
  const manifest = options.manifest === undefined ? null : await manifestFile(options.manifest);
  if (options.dryRun === true)
    return dryRun(paths, { json, options: options.options ?? {}, manifest, log, signal });
  if (!SLUG.test(project))
    throw new AppError(
      "invalid_input",
      "The name of a project has to be of a to z, 0 to 9 and inner hyphens, at most 60 characters.",
    );
  const server = serverOf(options, process.env);
  if (server !== null) return importRemotely(server, paths, { ...options, manifest });
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 3 });
      try {
        return await importAll(database, paths, { ...options, manifest });
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}

async function importAll(
  database: Database,
  paths: readonly string[],
  options: Told,
): Promise<number> {
  const { project, json, log } = options;
  const { id: projectId } = await ensureProject(database.db, project, project);
  let exit = 0;
  for (const path of paths) {
    const result = await importPath(database, projectId, path, options);
    if (result.state === "refused") exit = REFUSED_EXIT;
    if (json) process.stdout.write(`${JSON.stringify(jsonOf(path, project, result))}\n`);
    else for (const line of describeResult(path, project, result)) log(line);
  }
  return exit;
}

async function importPath(
  database: Database,
  projectId: string,
  path: string,
  { options, replace = false, keepSource = true, manifest, log, signal }: Told,
): Promise<IngestResult> {
  const { source, passedOver } = await sourceAt(path);
  const line = progressLine(source.name, process.stderr);
  try {
    return await ingestSource({
      database,
      projectId,
      source,
      options: options ?? {},
      replace,
      keepSource,
      passedOver,
      ...(manifest === null ? {} : { manifest }),
      signal,
      onWaiting: () => log("Two other imports are running; this one waits for its turn …"),
      onProgress: (progress) => line.tell(progress),
    });
  } finally {
    line.done();
  }
}

/** For programs: the result without the single issues, and the page's address. */
function jsonOf(path: string, project: string, result: IngestResult) {
  const { issues, ...rest } = result;
  return { path, ...rest, issuesListed: issues.length, page: pageOf(project, result) };
}
