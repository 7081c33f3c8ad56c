import { createHash } from "node:crypto";
import type { Place, Source, SourceFile } from "@/lib/importers/importer";
import { maskBytes } from "@/lib/importers/mask-bytes";
import { createSecretNumbers } from "@/lib/importers/secret-numbers";
import { isSystemFile } from "@/lib/importers/system-files";

/** An importer that took no more of a file, which goes on, looked what it is and left it out. */
const SIGHT_BYTES = 256 * 1024;

/** A file that the importer read, as it stands after masking; `open` gives those bytes. */
export type MaskedFile = SourceFile & {
  /** SHA-256 of the masked bytes, hex. */
  sha256: string;
  /** How many credentials were masked in it. */
  masked: number;
};

export type MaskedSource = Source & {
  /**
   * To be called when the importer is done: what it read, in the order of the source. A file that it left
   * off in the middle is read to its end; one of which it saw no more than the beginning is not among them.
   */
  readFiles(): Promise<MaskedFile[]>;
};

type State = {
  file: SourceFile;
  /** The most that was handed on of it. */
  handedOn: number;
  /** Up to where credentials were told: it may be read several times, and two readings may overlap. */
  toldTo: number;
  masked: number;
  whole: { sizeBytes: number; sha256: string } | null;
};

/**
 * The same source without credentials (mask-bytes.ts): what an importer reads, and so everything that is
 * stored of it, never held them. Each is told once by `onMasked` with its place, however often its file is
 * read; the same bytes come at every reading.
 */
export function maskedSource(source: Source, onMasked: (place: Place) => void): MaskedSource {
  const numbers = createSecretNumbers();
  /** By the place in the source: two files may have the same path. */
  const states = new Map<number, State>();

  async function* bytesOf(state: State): AsyncGenerator<Uint8Array> {
    const { file } = state;
    const hash = createHash("sha256");
    let sizeBytes = 0;
    const note = (place: { line: number; byte: number }) => {
      if (place.byte < state.toldTo) return;
      state.toldTo = place.byte + 1;
      state.masked += 1;
      onMasked({ file: file.path, ...place });
    };
    for await (const chunk of maskBytes(file.open(), numbers, note)) {
      if (state.whole === null) hash.update(chunk);
      sizeBytes += chunk.length;
      state.handedOn = Math.max(state.handedOn, sizeBytes);
      yield chunk;
    }
    state.whole ??= { sizeBytes, sha256: hash.digest("hex") };
  }

  const stateOf = (at: number, file: SourceFile): State => {
    const known = states.get(at);
    if (known !== undefined) return known;
    const state = { file, handedOn: 0, toldTo: 0, masked: 0, whole: null };
    states.set(at, state);
    return state;
  };

  return {
    name: source.name,
    async *files() {
      let at = 0;
      for await (const file of source.files()) {
        const place = at;
        at += 1;
        yield { ...file, open: () => bytesOf(stateOf(place, file)) };
      }
    },
    async readFiles() {
      const found: MaskedFile[] = [];
      const inOrder = [...states].toSorted(([a], [b]) => a - b);
      for (const [, state] of inOrder) {
        const { file, handedOn } = state;
        if (isSystemFile(file.path) || (state.whole === null && handedOn <= SIGHT_BYTES)) continue;
        const whole = state.whole ?? (await readToEnd(state));
        found.push({ path: file.path, ...whole, masked: state.masked, open: () => bytesOf(state) });
      }
      return found;
    },
  };

  async function readToEnd(state: State): Promise<NonNullable<State["whole"]>> {
    const rest = bytesOf(state);
    while ((await rest.next()).done !== true);
    if (state.whole === null) throw new Error("a file that was read to its end has a digest");
    return state.whole;
  }
}
