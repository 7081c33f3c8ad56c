import { createServer } from "node:http";
import type { Handler } from "./http-server";

export type NextApp = { readonly handler: Handler; readonly close: () => Promise<void> };

/**
 * Next's production build, in this process. Loaded only now, because its pages read DATABASE_URL
 * from the environment, and that is known late.
 *
 * @param dir the project's folder, built
 */
export async function startNext(dir: string, host: string, port: number): Promise<NextApp> {
  const { default: next } = await import("next");
  // Next hangs a listener for WebSocket upgrades on the server that it is told of, which would
  // pass the Host check by. This one never listens: upgrades are plain requests to the real one.
  const httpServer = createServer();
  const app = next({ dev: false, dir, hostname: host, port, httpServer, quiet: true });
  await app.prepare();
  return { handler: app.getRequestHandler(), close: () => app.close() };
}
