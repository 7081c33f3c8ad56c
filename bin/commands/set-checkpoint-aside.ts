import { createDb } from "@/db/client";
import { readReason } from "@/lib/domain/given-reason";
import { AppError } from "@/lib/errors";
import { keptFile } from "@/lib/ingest/kept-checkpoint";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readSigner } from "@/lib/ingest/signing-key";
import { setCheckpointAside } from "@/lib/ingest/set-checkpoint-aside";
import { withDatabase } from "../with-database";
import { OWNER } from "./owner";

type Options = {
  reason: string;
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Says that the log is another one than was signed, on purpose, and signs it as it is now.
 *
 * @throws AppError invalid_input: the reason is none; not_found: no checkpoint is kept; conflict: the log
 *   continues it
 */
export async function runSetCheckpointAside({ log, signal, ...options }: Options): Promise<number> {
  const given = readReason(options.reason);
  if ("problem" in given) throw new AppError("invalid_input", given.problem);
  return withDatabase(
    async (url) => {
      const keptAt = keptFile(process.env);
      if (keptAt === null) throw new AppError("not_found", "The server keeps no checkpoint yet.");
      const database = createDb(url, { max: 2 });
      try {
        const key = readSigner(process.env);
        const input = { keptAt, key, by: OWNER, reason: given.reason };
        const { name, why } = await setCheckpointAside(database.sql, input);
        await publishCheckpoint(database.sql);
        if (options.json) process.stdout.write(`${JSON.stringify({ name, why })}\n`);
        else log(`${why} It is called ${name} now, and the log is signed as it is.`);
        return 0;
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}
