import type { SourceFile } from "@/lib/importers/importer";

/** A file that lies on this machine's disk. */
export type LocalFile = SourceFile & { absolutePath: string };
export type LocalSource = { name: string; files(): AsyncIterable<LocalFile> };
