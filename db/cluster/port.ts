import { createServer } from "node:net";

/** A free loopback port: `wanted` when nobody listens there, else one that the system picks. */
export async function freePort(wanted: number | null): Promise<number> {
  if (wanted !== null && (await listenOnce(wanted)) !== null) return wanted;
  const port = await listenOnce(0);
  if (port === null) throw new Error("the system has no free port on 127.0.0.1");
  return port;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? null) : null));
    });
  });
}
