import { expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { bodyChunks } from "./read-body";

test("E11: a body that stops coming is given up, and its sender is told to stop", async () => {
  let cancelled = false;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      // After the second piece nothing comes, and no end either.
      return sent <= 2 ? controller.enqueue(new Uint8Array(3)) : new Promise(() => {});
    },
    cancel() {
      cancelled = true;
    },
  });
  const sizes: number[] = [];
  const reading = (async () => {
    for await (const chunk of bodyChunks(body, 100)) sizes.push(chunk.length);
  })();
  await expect(reading).rejects.toMatchObject({
    code: "stalled",
    message: "Nothing more of the body came for 0.1 s.",
  });
  expect(sizes).toEqual([3, 3]);
  expect(cancelled).toBe(true);
  await figure("E11", "a body is given up after 30 s without a byte (tested with 0.1 s)");
});

test("E11: of a body nothing is fetched ahead of its reader", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1));
      },
    },
    { highWaterMark: 0 },
  );
  const chunks = bodyChunks(body);
  for (let asked = 1; asked <= 3; asked += 1) {
    await chunks.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulled).toBe(asked);
  }
  await chunks.return(undefined);
});
