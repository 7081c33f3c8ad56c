import { createHash, hash, type Hash } from "node:crypto";

/** One line of a file, by its bytes without the line feed behind them. */
export type LineDigest = {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
  /** False: the file ends within it, or before its line feed. */
  isWhole: boolean;
};

const LF = 0x0a;

/** The lines of a file, one after the other. A line may be of any length: no more than a chunk is held. */
export class LineDigests {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * @param also is fed the line's bytes as well
   * @returns null behind the last line; a line feed at the end of the file begins no other
   */
  async next(also: Hash | null = null): Promise<LineDigest | null> {
    let begun: Hash | null = null;
    let bytes = 0;
    for (;;) {
      if (this.#at >= this.#chunk.length && !(await this.#readOn()))
        return begun === null ? null : { sha256: begun.digest("hex"), bytes, isWhole: false };
      const end = this.#chunk.indexOf(LF, this.#at);
      const part = this.#chunk.subarray(this.#at, end < 0 ? undefined : end);
      also?.update(part);
      bytes += part.length;
      this.#at = end < 0 ? this.#chunk.length : end + 1;
      if (begun === null && end >= 0)
        return { sha256: hash("sha256", part, "hex"), bytes, isWhole: true };
      begun ??= createHash("sha256");
      begun.update(part);
      if (end >= 0) return { sha256: begun.digest("hex"), bytes, isWhole: true };
    }
  }

  async #readOn(): Promise<boolean> {
    do {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      [this.#chunk, this.#at] = [next.value, 0];
    } while (this.#chunk.length === 0);
    return true;
  }
}
