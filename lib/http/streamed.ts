import type { DownloadType } from "@/lib/domain/download-type";
import { downloadHeaders } from "./attachment";

/**
 * An answer whose body is made as it is read: nothing is made ahead of the reader, and whoever breaks off
 * ends the source. An error of the source cuts the body, so that no reader takes a part for the whole.
 */
export function streamed(
  chunks: AsyncGenerator<Uint8Array>,
  download: { type: DownloadType; name: string },
): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "content-type": download.type, ...downloadHeaders(download.name) },
  });
}
