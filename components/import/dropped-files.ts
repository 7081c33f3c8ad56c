/** A file to send, with its path inside what the reader chose. */
export type ChosenFile = { path: string; file: File };

/** Files of a file or folder input; a folder's files carry their path in it. */
export function inputFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
    file,
  }));
}

/** Everything dropped, folders walked to their end, in a stable order. */
export async function droppedFiles(items: DataTransferItemList): Promise<ChosenFile[]> {
  // The list is emptied when the event ends: the entries are taken before anything is awaited.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null);
  const found = await Promise.all(entries.map((entry) => walk(entry)));
  return found.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function walk(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // One call gives at most a hundred; an empty answer is the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  const found = [];
  for (const child of children) found.push(...(await walk(child)));
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
