import { comparisonSchema } from "@/lib/api/schemas/comparison-schema";
import { AppError } from "@/lib/errors";
import type { Answers } from "./answers";
import { ask, type ServerAddress } from "./server";

/** The same answers, asked of a server. What it says is checked: another version may say it otherwise. */
export function remoteAnswers(
  server: ServerAddress,
  project: string,
  signal: AbortSignal,
): Answers {
  const base = `/projects/${encodeURIComponent(project)}`;
  const streamOf = async function* (path: string) {
    const { body } = await ask(server, path, { signal });
    if (body !== null) yield* chunksOf(body);
  };
  return {
    async comparison({ baseline, candidate }) {
      const query = new URLSearchParams([
        ...baseline.map((reference) => ["baseline", reference]),
        ...candidate.map((reference) => ["candidate", reference]),
      ]);
      const response = await ask(server, `${base}/comparison?${query}`, { signal });
      const report = comparisonSchema.safeParse(await response.json());
      if (report.success) return report.data;
      throw new AppError(
        "unavailable",
        `${server.url} answers in a form that this version does not know: use the command line of the server's version.`,
        { cause: report.error },
      );
    },
    campaign: (slug, format) =>
      streamOf(`${base}/campaigns/${encodeURIComponent(slug)}/export?format=${format}`),
    proof: (slug) => streamOf(`${base}/campaigns/${encodeURIComponent(slug)}/export/proof`),
    episodes(filter, format) {
      const { termClass, alarm, ...names } = filter;
      const query = new URLSearchParams({ format });
      for (const [name, value] of Object.entries(names))
        if (value !== undefined) query.set(name, value);
      if (termClass !== undefined) query.set("class", termClass);
      if (alarm !== undefined) query.set("alarm", alarm ? "yes" : "no");
      return streamOf(`${base}/episodes/export?${query}`);
    },
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
