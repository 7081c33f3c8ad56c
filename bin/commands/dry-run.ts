import type { Manifest } from "@/lib/domain/records";
import { previewSource } from "@/lib/ingest/preview-source";
import { progressLine } from "./import-progress";
import { describePreview } from "./preview-report";
import { sourceAt } from "./source-at";

type Options = {
  json: boolean;
  /** Answers to what a format leaves open, by the option's id. */
  options: Readonly<Record<string, string>>;
  manifest: Manifest | null;
  log: (line: string) => void;
  signal: AbortSignal;
};

/** 3: of at least one path nothing would be imported. */
const REFUSED_EXIT = 3;

/**
 * Says what importing each path would come to; needs neither server nor database nor network, and writes
 * nothing. Words go to stderr, with `json` one ImportPreview a path to stdout.
 *
 * @returns 0 when something of every path would be imported, else 3
 * @throws AppError invalid_input: no such path
 */
export async function dryRun(paths: readonly string[], given: Options): Promise<number> {
  const { json, options, manifest, log, signal } = given;
  let exit = 0;
  for (const path of paths) {
    const { source, passedOver } = await sourceAt(path);
    const line = progressLine(source.name, process.stderr);
    const roles = manifest === null ? {} : { manifest };
    const preview = await previewSource({
      source,
      options,
      passedOver,
      signal,
      onProgress: (progress) => line.tell(progress),
      ...roles,
    }).finally(() => line.done());
    if (preview.refusal !== null) exit = REFUSED_EXIT;
    if (json) process.stdout.write(`${JSON.stringify({ path, ...preview })}\n`);
    else for (const words of describePreview(path, preview)) log(words);
  }
  return exit;
}
