import type { ImportItem } from "@/lib/importers/importer";

/** Nothing more is read while so much waits or is in work; one record may be larger by itself. */
const MOST = { items: 250, bytes: 2 * 1024 * 1024 };

/**
 * The same items in the same order, read while the one before is still being written: Postgres and this
 * process then work at the same time. What reading throws comes behind the items before it. Ending early
 * ends the reading, and waits for that.
 */
export async function* readAhead(
  items: AsyncIterable<ImportItem>,
  most: typeof MOST = MOST,
): AsyncGenerator<ImportItem> {
  const iterator = items[Symbol.asyncIterator]();
  let waiting: ImportItem[] = [];
  let heldItems = 0;
  let heldBytes = 0;
  const run: { state: "reading" | "ended" | "stopped" } = { state: "reading" };
  let failure: { error: unknown } | null = null;
  const news = createBell();
  const room = createBell();

  const read = async () => {
    try {
      while (run.state === "reading") {
        if (heldItems >= most.items || heldBytes >= most.bytes) {
          await room.heard();
          continue;
        }
        const next = await iterator.next();
        if (next.done === true) break;
        waiting.push(next.value);
        heldItems += 1;
        heldBytes += sizeOf(next.value);
        news.ring();
      }
    } catch (error) {
      failure = { error };
    }
    if (run.state === "reading") run.state = "ended";
    news.ring();
  };

  const reading = read();
  try {
    for (;;) {
      const ready = waiting;
      waiting = [];
      for (const item of ready) {
        yield item;
        heldItems -= 1;
        heldBytes -= sizeOf(item);
        room.ring();
      }
      if (waiting.length > 0) continue;
      if (run.state !== "reading") break;
      await news.heard();
    }
  } finally {
    run.state = "stopped";
    room.ring();
    await reading;
    await iterator.return?.();
  }
  rethrow(failure);
}

function sizeOf(item: ImportItem): number {
  return item.kind === "record" ? item.raw.length : 0;
}

function rethrow(failure: { error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

/** A signal for one listener: rung before it listens, it is heard at once. */
function createBell() {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
      wake = null;
    },
    async heard() {
      if (!rung) await new Promise<void>((resolve) => (wake = resolve));
      rung = false;
    },
  };
}
