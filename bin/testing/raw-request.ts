import { Agent, request, type IncomingHttpHeaders } from "node:http";

export type Asked = {
  method?: string;
  /** As it goes out: no part of it is tidied up on the way. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

export type Answered = { status: number; headers: IncomingHttpHeaders; body: string };

/** A connection for each: one that the server ends as we write to it would fail the request. */
const agent = new Agent({ keepAlive: false });

/** One request with its path byte for byte; redirects are answers. */
export function send(address: string, { method = "GET", path, headers = {}, body }: Asked) {
  const { hostname, port } = new URL(address);
  // Of some methods Node sends a body without saying so, which is then read as the next request.
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise<Answered>((resolve, reject) => {
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { host: `${hostname}:${port}`, ...length, ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString("utf8"),
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}
