import { SingleBar } from "cli-progress";
import { bytes } from "@/lib/format/bytes";

/** How far something is; `phase` is one word for a person. */
export type Told = { phase: string; bytesRead: number; bytesTotal: number; episodes: number };

export type ProgressLine = {
  tell(progress: Told): void;
  done(): void;
};

/** A bar on stderr when that is a terminal, else nothing: a log file wants lines, not frames. */
export function progressLine(
  name: string,
  stream: NodeJS.WritableStream & { isTTY?: boolean },
): ProgressLine {
  if (!stream.isTTY) return { tell() {}, done() {} };
  const bar = new SingleBar({
    stream,
    format: `${printable(name)}  {bar} {percentage} %  {phase}  {read} of {all}  {episodes} episodes`,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
    fps: 8,
  });
  let started = false;
  return {
    tell({ phase, bytesRead, bytesTotal, episodes }) {
      // An importer may read a file twice; neither the bar nor its words run beyond the end.
      const read = Math.min(bytesRead, bytesTotal);
      const words = { phase, read: bytes(read), all: bytes(bytesTotal), episodes };
      if (started) bar.update(read, words);
      else bar.start(Math.max(bytesTotal, 1), read, words);
      started = true;
    },
    done() {
      if (started) bar.stop();
    },
  };
}

/** A file's name cannot give orders to the terminal that shows it. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\uFFFD");
}
