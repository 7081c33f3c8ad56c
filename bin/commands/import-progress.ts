import { SingleBar } from "cli-progress";
import { bytes } from "@/lib/format/bytes";

/** How far something is; `phase` is one word for a person. */
export type Told = { phase: string; bytesRead: number; bytesTotal: number; episodes: number };

export type ProgressLine = {
  tell(progress: Told): void;
  done(): void;
};

/** A bar on stderr when that is a terminal, else nothing: a log file wants lines, not frames. */
export function progressLine(name: string, stream: NodeJS.WriteStream): ProgressLine {
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
      const words = {
        phase,
        read: bytes(bytesRead),
        all: bytes(bytesTotal),
        episodes,
      };
      if (!started) bar.start(Math.max(bytesTotal, 1), 0, words);
      started = true;
      // An importer may read a file twice; the bar does not run beyond its end.
      bar.update(Math.min(bytesRead, bytesTotal), words);
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
