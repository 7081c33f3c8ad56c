import { bytes } from "@/lib/format/bytes";
import { integer, percent } from "@/lib/format/numbers";

/** Said aloud only so often: a live region that speaks with every byte is noise. */
const SPOKEN_STEP = 0.1;

/** How far something is, by bytes and, where they are counted, by episodes. */
export function ProgressBar({
  what,
  done,
  total,
  episodes = null,
}: {
  /** "Sending 3 files", "Reading". */
  what: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  episodes?: number | null;
}) {
  const share = total === 0 ? null : Math.min(1, done / total);
  const spoken = share === null ? 0 : Math.floor(share / SPOKEN_STEP) * SPOKEN_STEP;
  return (
    <div className="grid gap-1 text-ink-2">
      <p>
        {what}:{" "}
        {total === 0 ? "size not known yet" : `${bytes(Math.min(done, total))} of ${bytes(total)}`}
        {share === null ? null : `, ${percent(share, 0)}`}
        {episodes === null ? null : `, ${integer(episodes)} episodes`}
      </p>
      <progress
        aria-label={what}
        max={1}
        {...(share === null ? {} : { value: share })}
        className="h-2 w-full max-w-[420px]"
      />
      <output className="sr-only">
        {what}: {percent(spoken, 0)}
      </output>
    </div>
  );
}
