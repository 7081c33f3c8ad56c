import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectEmbeddedUrl } from "@/db/embedded";
import { send, type Asked as Sent } from "./raw-request";
import { startServer } from "./running-server";

export type Asked = { status: number; headers: Map<string, string>; text: string };

export type Ask = Omit<Sent, "path">;

export type OwnServer = {
  readonly dataDir: string;
  /** Of the process that answers requests. */
  readonly pid: number;
  /** As a browser names it. */
  readonly origin: string;
  /** Everything that was written to stdout and stderr so far. */
  said(): string;
  /** What the embedded Postgres logged so far. */
  postgresSaid(): string;
  databaseUrl(): Promise<string>;
  /** One request whose target and headers nobody tidies. */
  ask(path: string, given?: Ask): Promise<Asked>;
  stop(): Promise<void>;
};

/** The built server on a data folder of its own, without accounts. */
export async function startOwnServer(
  env: Readonly<Record<string, string>> = {},
): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "aftermath-server-"));
  chmodSync(dataDir, 0o711); // as makeDataFolder leaves it, so that root's Postgres gets through
  const { address, pid, log, stop } = await startServer({
    AFTERMATH_DATA_DIR: dataDir,
    AFTERMATH_ACCOUNTS: "off",
    ...env,
  });
  return {
    dataDir,
    pid,
    origin: address,
    said: log,
    postgresSaid: () => readFileSync(join(dataDir, "postgres.log"), "utf8"),
    databaseUrl: async () => (await connectEmbeddedUrl({ dataDir })) ?? "",
    ask: (path, given) => ask(address, path, given),
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ask(origin: string, path: string, given: Ask = {}): Promise<Asked> {
  const { port } = new URL(origin);
  const { status, headers, body } = await send(`http://127.0.0.1:${port}`, {
    path,
    ...given,
    headers: { host: `localhost:${port}`, ...given.headers },
  });
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { status, headers: new Map(pairs), text: body };
}
