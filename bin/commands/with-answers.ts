import { createDb } from "@/db/client";
import type { Answers } from "../remote/answers";
import { localAnswers } from "../remote/local-answers";
import { remoteAnswers } from "../remote/remote-answers";
import { serverOf } from "../remote/server";
import { withDatabase } from "../with-database";

/** What every command that asks about a project is given. */
export type AskOptions = {
  project: string;
  server?: string | undefined;
  token?: string | undefined;
  log: (line: string) => void;
  signal: AbortSignal;
};

/** Runs `work` with the answers of the server that is named, else of the database here. */
export async function withAnswers<T>(
  options: AskOptions,
  work: (answers: Answers) => Promise<T>,
): Promise<T> {
  const { project, log, signal } = options;
  const server = serverOf(options, process.env);
  if (server !== null) return work(remoteAnswers(server, project, signal));
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 3 });
      try {
        return await work(await localAnswers(database, project));
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}
