import { counted } from "./counted";
import { issueItem } from "./import-item";
import type { ImportItem, Source, SourceFile } from "./importer";
import { severalFiles } from "./several-files";
import { isSystemFile } from "./system-files";
import { visibleText } from "./visible-text";

const HEAD_BYTES = 64 * 1024;
const NOTHING = new Uint8Array();

export type SingleFile = {
  file: SourceFile;
  /** Its first bytes, 64 KiB. */
  head: Uint8Array;
  /** The files beside it that are not of the format, told in one warning. */
  warnings: readonly ImportItem[];
};

type Opened = { file: SourceFile; head: Uint8Array };

/**
 * The one file of a source that is of a format which keeps a campaign in one file. A folder may hold
 * other files (a page, a table of the same run), which are left out with a warning; two of the format are
 * two campaigns and refused. The only file of a source is taken whatever it is, so that its reader can
 * say what is wrong with it.
 */
export async function singleFile(
  source: Source,
  isOurs: (head: Uint8Array) => boolean,
  formatName: string,
): Promise<SingleFile | { issue: ImportItem }> {
  const ours: Opened[] = [];
  const others: Opened[] = [];
  let otherFiles = 0;
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    const head = await readHead(file);
    // Of the further ones only the path is told, so their beginnings are let go.
    if (isOurs(head)) ours.push({ file, head: ours.length === 0 ? head : NOTHING });
    else {
      otherFiles += 1;
      if (others.length === 0) others.push({ file, head });
    }
  }
  if (ours.length > 1) {
    const paths = ours.map(({ file }) => file.path);
    const why = (files: string) =>
      `It holds ${files} of ${formatName}; each is a campaign of its own, so import them one at a time`;
    return { issue: severalFiles(source, paths, why) };
  }
  const [found] = ours.length === 0 && otherFiles === 1 ? others : ours;
  if (found === undefined) {
    const message = `There is no file of ${formatName} in it.`;
    return { issue: issueItem("refused", "empty-source", message, { file: source.name }) };
  }
  const [other] = others;
  if (other === undefined || other === found) return { ...found, warnings: [] };
  const message = `Left out ${counted(otherFiles, "file")} beside ${visibleText(found.file.path, 120)}.`;
  const place = { file: other.file.path };
  return { ...found, warnings: [issueItem("warning", "other-files", message, place)] };
}

async function readHead(file: SourceFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.open()) {
    parts.push(chunk.slice(0, HEAD_BYTES - length));
    length += parts.at(-1)?.length ?? 0;
    if (length === HEAD_BYTES) break;
  }
  const head = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    head.set(part, at);
    at += part.length;
  }
  return head;
}
