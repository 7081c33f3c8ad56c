import { once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpServer, listen, stopListening, type Handler } from "./http-server";

let server: Server | null = null;

const open = async (handler: Handler | Promise<Handler>, allowed: string[] = []) => {
  server = createHttpServer(Promise.resolve(handler), allowed);
  return listen(server, 0, "127.0.0.1");
};

afterEach(async () => {
  if (server !== null) await stopListening(server);
});

/** Raw bytes, because fetch writes its own Host header. */
const send = async (port: number, request: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  let answer = "";
  socket.on("data", (text: string) => (answer += text));
  socket.write(request);
  await once(socket, "close");
  return answer;
};

const ok: Handler = async (_, response) => void response.end("page");
const CLOSE = "Connection: close\r\n\r\n";

describe("createHttpServer", () => {
  test("passes a request to a name of ours on", async () => {
    const port = await open(ok, ["box.example"]);
    for (const host of ["localhost", "127.0.0.1:9", "box.example"]) {
      const answer = await send(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*page/);
    }
  });

  test.each([
    ["a foreign name", "GET / HTTP/1.1\r\nHost: evil.example\r\n"],
    [
      "a foreign name at a static file",
      "GET /_next/static/x.js HTTP/1.1\r\nHost: evil.example\r\n",
    ],
    ["no name", "GET / HTTP/1.1\r\n"],
    ["no name in HTTP/1.0", "GET / HTTP/1.0\r\n"],
    ["two names", "GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n"],
    ["a foreign name in the target", "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n"],
  ])("answers 421 to %s, and no handler sees it", async (_, head) => {
    let seen = 0;
    const port = await open(async (request, response) => {
      seen += 1;
      await ok(request, response);
    });
    const answer = await send(port, `${head}${CLOSE}`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer.split("\r\n\r\n")[1]).toBe(
      "This server does not answer to that host name; ALLOWED_HOSTS can add it.\n",
    );
    expect(seen).toBe(0);
  });

  test("an upgrade to WebSocket passes the same check", async () => {
    const port = await open(ok);
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const answer = await send(port, `GET / HTTP/1.1\r\nHost: evil.example\r\n${upgrade}`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  test("drops what a proxy would say of the client: none is trusted", async () => {
    let headers: IncomingHttpHeaders = {};
    const port = await open(async (request, response) => {
      headers = request.headers;
      await ok(request, response);
    });
    const forged = "X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n";
    await send(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${forged}${CLOSE}`);
    expect(Object.keys(headers).toSorted()).toEqual(["connection", "host"]);
  });

  test("a request that comes before the pages are loaded waits for them", async () => {
    let give: (handler: Handler) => void = () => {};
    const port = await open(new Promise<Handler>((resolve) => (give = resolve)));
    const answer = send(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`);
    await wait(50);
    give(ok);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("stopListening", () => {
  test("lets a request end, and takes no new one", async () => {
    const port = await open(async (_, response) => {
      await wait(300);
      response.end("late page");
    });
    const late = send(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"); // kept alive
    await wait(100);
    const stopped = stopListening(server!);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
    expect(await late).toMatch(/late page/);
    await stopped;
  });
});
