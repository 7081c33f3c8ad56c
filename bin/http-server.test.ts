import { EventEmitter, once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { tellReached } from "@/lib/auth/reached";
import type { LogFields } from "@/lib/log";
import { figure } from "@/lib/testing/security-figure";
import {
  createHttpServer,
  listen,
  stopListening,
  type Handler,
  type ServerOptions,
} from "./http-server";

let server: Server | null = null;

const PLAIN: ServerOptions = { allowedHosts: [], publicUrl: null, trustedProxies: [] };

const open = async (
  handler: Handler | Promise<Handler>,
  options: Partial<ServerOptions> = {},
): Promise<number> => {
  server = createHttpServer(Promise.resolve(handler), { ...PLAIN, ...options });
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
    const port = await open(ok, { allowedHosts: ["box.example"] });
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
  ])("D10: answers 421 to %s, and no handler sees it", async (_, head) => {
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

  test.each(["TRACE", "PROPFIND", "MKCOL"])(
    "D12: a method that Next cannot answer, as %s, is told which there are",
    async (method) => {
      let seen = 0;
      const port = await open(async () => void (seen += 1));
      const answer = await send(
        port,
        `${method} /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
      expect(answer).toContain("\r\nallow: GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE\r\n");
      expect(answer).toContain('"title":"Method not allowed"');
      expect(seen).toBe(0);
    },
  );

  test.each([
    ["multipart/form-data", 400],
    ["multipart/form-data; boundary=", 400],
    ['Multipart/Mixed; Boundary=""', 400],
    ["multipart/form-data; boundary=x", 200],
    ['multipart/form-data; charset=utf-8; boundary="x y"', 200],
    ["text/plain", 200],
  ])("D12: a form of type %s is answered %d", async (type, status) => {
    const port = await open(ok);
    const head = `POST /p/a HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: ${type}\r\nContent-Length: 0\r\n`;
    expect(await send(port, `${head}${CLOSE}`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test("an upgrade to WebSocket passes the same check", async () => {
    const port = await open(ok);
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const answer = await send(port, `GET / HTTP/1.1\r\nHost: evil.example\r\n${upgrade}`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  test("B3, D5: drops every header by which a client could speak for a proxy or for us", async () => {
    let headers: IncomingHttpHeaders = {};
    const port = await open(async (request, response) => {
      headers = request.headers;
      await ok(request, response);
    });
    const forged = [
      "X-Forwarded-For: 6.6.6.6",
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Proto: https",
      "X-Real-IP: 6.6.6.6",
      "Forwarded: host=evil.example",
      "x-middleware-subrequest: middleware:middleware:middleware",
      "x-nonce: bm9uY2U=",
      "Next-Resume: 1",
      "Content-Security-Policy: script-src 'nonce-bm9uY2U='",
      "Content-Security-Policy-Report-Only: script-src 'nonce-bm9uY2U='",
      "X-Request-Id: forged",
      "X-Aftermath-Client: 6.6.6.6",
      "X-Aftermath-Path: /elsewhere",
    ];
    await send(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${forged.join("\r\n")}\r\n${CLOSE}`);
    expect(Object.keys(headers).toSorted()).toEqual([
      "connection",
      "content-security-policy",
      "host",
      "x-aftermath-client",
      "x-aftermath-path",
      "x-request-id",
    ]);
    expect(headers["x-aftermath-client"]).toBe("127.0.0.1");
    expect(headers["x-aftermath-path"]).toBe("/");
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["content-security-policy"]).not.toContain("bm9uY2U=");
    await figure("B3", `${forged.length} of ${forged.length} forged headers change nothing`);
  });

  test("B3: a proxy that is named may say who the client is", async () => {
    const seen: unknown[] = [];
    const port = await open(
      async (request, response) => {
        seen.push(request.headers["x-aftermath-client"]);
        await ok(request, response);
      },
      { trustedProxies: ["127.0.0.0/8"] },
    );
    await send(
      port,
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 6.6.6.6, 5.5.5.5\r\n${CLOSE}`,
    );
    expect(seen).toEqual(["5.5.5.5"]);
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

/** The headers of a raw answer by their names in lower case; several of one name are joined. */
const headersOf = (answer: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const line of answer.split("\r\n\r\n")[0]?.split("\r\n").slice(1) ?? []) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    const before = found.get(name);
    found.set(name, (before === undefined ? "" : `${before}, `) + line.slice(at + 1).trim());
  }
  return found;
};

const NONCE = /'nonce-([A-Za-z0-9+/]{32})'/;
const POLICY =
  "default-src 'none'; script-src 'nonce-X' 'strict-dynamic'; style-src 'self' 'nonce-X'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

describe("every answer is guarded", () => {
  const get = (path: string, more = "") =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}${CLOSE}`;
  const careless: Handler = async (request, response) => {
    const { url = "" } = request;
    if (url === "/throws") throw new Error("inside");
    response.setHeader("X-Powered-By", "Next.js");
    response.setHeader("Referrer-Policy", "unsafe-url");
    response.setHeader("Cache-Control", "public, max-age=600");
    response.setHeader("Vary", "rsc, cookie");
    response.appendHeader("Content-Security-Policy", "default-src *");
    if (url === "/list") response.writeHead(200, ["Content-Security-Policy", "default-src *"]);
    if (url === "/object")
      response.writeHead(200, "OK", { "content-security-policy": "script-src *" });
    response.end("page");
  };

  test.each([
    ["a page", get("/"), 200],
    ["a page whose handler hands headers over as a list", get("/list"), 200],
    ["a page whose handler hands headers over as an object", get("/object"), 200],
    ["a static file", get("/_next/static/x.js"), 200],
    ["a name that is not ours", get("/").replace("localhost", "evil.example"), 421],
    ["an address that cannot be read", get("/%ff"), 400],
    ["an address with NUL in it", get("/p/%00"), 400],
    ["the image optimiser", get("/_next/image?url=%2Ficon.svg&w=64&q=75"), 404],
    ["a change of a foreign page", get("/").replace("GET", "POST"), 403],
    ["a handler that throws", get("/throws"), 503],
    ["an expectation", get("/", "Expect: 100-magic\r\n"), 417],
    ["no HTTP at all", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
    ["headers that are too large", get("/", `X: ${"x".repeat(20_000)}\r\n`), 431],
  ])("D5, D7: %s", async (_, request, status) => {
    const port = await open(careless, { publicUrl: "https://localhost" });
    const answer = await send(port, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const headers = headersOf(answer);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toMatch(/camera=\(\), .*usb=\(\)/);
    expect(headers.has("x-powered-by")).toBe(false);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|\*/);
    if (status !== 417 && !request.startsWith("\u0016") && status !== 431) {
      expect(policy.replaceAll(new RegExp(NONCE, "g"), "'nonce-X'")).toBe(POLICY);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("D7: a request that does not come to its end in time", async () => {
    const port = await open(careless);
    server!.on("connection", (socket) =>
      server!.emit(
        "clientError",
        Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
        socket,
      ),
    );
    const answer = await send(port, "GET / HTTP/1.1\r\nHost: ");
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(headersOf(answer).get("content-security-policy")).toMatch(/^default-src 'none'; /);
  });

  test("of a header that is handed over twice both are sent, and none that was set before", async () => {
    const port = await open(async (_, response) => {
      response.setHeader("Set-Cookie", "old=1");
      response.writeHead(200, ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-Count", 3]);
      response.end("page");
    });
    const answer = await send(port, get("/"));
    expect(answer.match(/^set-cookie: .*$/gim)).toEqual(["Set-Cookie: a=1", "Set-Cookie: b=2"]);
    expect(headersOf(answer).get("x-count")).toBe("3");
  });

  test("D7: a download is opened in a sandbox, if at all; plain HTTP has no HSTS", async () => {
    const port = await open(async (_, response) => {
      response.setHeader("Content-Disposition", 'attachment; filename="a.csv"');
      response.end("page");
    });
    const headers = headersOf(await send(port, get("/")));
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  test("nobody keeps an answer but files with a hash in their name", async () => {
    const port = await open(careless);
    const page = headersOf(await send(port, get("/p/x")));
    expect(page.get("cache-control")).toBe("private, no-store");
    expect(page.get("vary")).toBe("rsc, Cookie");
    const file = headersOf(await send(port, get("/_next/static/x.js")));
    expect(file.get("cache-control")).toBe("public, max-age=600");
  });

  test("D5: a nonce of 192 bits, and no two of 1,000 alike", async () => {
    const port = await open(ok);
    const nonces = new Set<string>();
    for (let round = 0; round < 1000; round += 1) {
      const policy = (await fetch(`http://127.0.0.1:${port}/`)).headers.get(
        "content-security-policy",
      );
      nonces.add(NONCE.exec(policy ?? "")?.[1] ?? "none");
    }
    expect(nonces.size).toBe(1000);
    await figure("D5", "1,000 of 1,000 nonces differ, 192 bits each (bar: 1,000, 128 bits)");
  });
});

describe("D9: a change has to come from our own page", () => {
  const change = async (
    headers: Record<string, string>,
    { path = "/p/x", options = {} }: { path?: string; options?: Partial<ServerOptions> } = {},
  ): Promise<[number, number]> => {
    let seen = 0;
    const port = await open(async (request, response) => {
      seen += 1;
      await ok(request, response);
    }, options);
    const lines = Object.entries({ Host: `localhost:${port}`, ...headers })
      .map(([name, value]) => `${name}: ${value.replace("PORT", String(port))}\r\n`)
      .join("");
    const answer = await send(
      port,
      `POST ${path} HTTP/1.1\r\n${lines}Content-Length: 0\r\n${CLOSE}`,
    );
    return [Number(answer.split(" ")[1]), seen];
  };

  test.each<[string, Record<string, string>]>([
    ["foreign", { Origin: "https://evil.example" }],
    ["null", { Origin: "null" }],
    ["missing", {}],
    ["a sub-domain", { Origin: "http://a.localhost:PORT" }],
    ["another port", { Origin: "http://localhost:1" }],
    [
      "ours, and said to come from elsewhere",
      { Origin: "http://localhost:PORT", "Sec-Fetch-Site": "cross-site" },
    ],
    ["of the same site", { Origin: "http://localhost:PORT", "Sec-Fetch-Site": "same-site" }],
  ])("an Origin that is %s is refused", async (_, headers) => {
    expect(await change({ ...headers, "Next-Action": "00ff" })).toEqual([403, 0]);
    expect(await change({ ...headers, "Content-Type": "text/plain" })).toEqual([403, 0]);
  });

  test("our own passes, and a method that changes nothing", async () => {
    expect(await change({ Origin: "http://localhost:PORT" })).toEqual([200, 1]);
    expect(
      await change({ Origin: "http://localhost:PORT", "Sec-Fetch-Site": "same-origin" }),
    ).toEqual([200, 1]);
  });

  test("under /api/v1 a program is judged by its token, a page by where it is from", async () => {
    const path = "/api/v1/projects";
    expect(await change({}, { path })).toEqual([200, 1]);
    expect(await change({ Authorization: "Bearer x" }, { path })).toEqual([200, 1]);
    expect(await change({ Origin: "https://evil.example" }, { path })).toEqual([403, 0]);
    expect(await change({ "Sec-Fetch-Site": "cross-site" }, { path })).toEqual([403, 0]);
    expect(await change({}, { path: "/api/v1x" })).toEqual([403, 0]);
    expect(await change({}, { path: "/api/auth/sign-in" })).toEqual([403, 0]);
  });

  test("behind a proxy PUBLIC_URL is our origin, whatever host the proxy or a client names", async () => {
    const options = { publicUrl: "https://aftermath.example" };
    const own = { Origin: "https://aftermath.example" };
    expect(await change(own, { options })).toEqual([200, 1]);
    expect(await change({ ...own, "X-Forwarded-Host": "evil.example" }, { options })).toEqual([
      200, 1,
    ]);
    const spoofed = { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" };
    expect(await change(spoofed, { options })).toEqual([403, 0]);
    expect(await change({ Origin: "http://aftermath.example" }, { options })).toEqual([403, 0]);
    expect(await change({ Origin: "http://localhost:PORT" }, { options })).toEqual([403, 0]);
  });

  test("Next is told the public host, by which it judges actions again", async () => {
    let host: string | undefined;
    const port = await open(
      async (request, response) => {
        host = request.headers.host;
        await ok(request, response);
      },
      { publicUrl: "https://aftermath.example" },
    );
    await send(port, `GET / HTTP/1.1\r\nHost: localhost:1\r\n${CLOSE}`);
    expect(host).toBe("aftermath.example");
  });
});

describe("the log", () => {
  /** Of each request its path, status and whether its answer ended. */
  const noted = async (handler: Handler) => {
    const lines: unknown[] = [];
    const note = (_: string, { path, status, ended }: LogFields) =>
      void lines.push([path, status, ended]);
    return { lines, port: await open(handler, { note }) };
  };

  test("D12: has each request under the id that its answer has, and no query", async () => {
    const lines: LogFields[] = [];
    const port = await open(ok, {
      note: (message, { ms, ...fields }) =>
        lines.push({ message, timed: ms !== undefined, ...fields }),
    });
    const answer = await send(
      port,
      `GET /p/a%0Ab?find=secret HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    );
    const requestId = headersOf(answer).get("x-request-id");
    expect(lines).toEqual([
      {
        message: "request",
        timed: true,
        requestId,
        method: "GET",
        path: "/p/a\nb",
        status: 200,
        ended: true,
        client: "127.0.0.1",
      },
    ]);
  });

  test("has 499 of a client that broke off, before its answer or within it", async () => {
    const begun = new EventEmitter();
    const { lines, port } = await noted(async ({ url }, response) => {
      begun.emit("request");
      if (url === "/p/within") response.write("half a page");
    });
    for (const path of ["/p/before", "/p/within"]) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      const isBegun = once(begun, "request");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await isBegun;
      if (path === "/p/within") await once(socket, "data");
      socket.resetAndDestroy();
      await expect.poll(() => lines.at(-1)).toEqual([path, 499, false]);
    }
    expect(lines).toHaveLength(2);
  });

  test("has its own status of an answer that the server gave up itself", async () => {
    const { lines, port } = await noted(async (_, response) => {
      response.write("half a page");
      setImmediate(() => response.destroy(new Error("the database went away")));
    });
    await send(port, `GET /p/x HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`);
    await expect.poll(() => lines).toEqual([["/p/x", 200, false]]);
  });

  test("D12: has what failed, and the answer says nothing of it", async () => {
    const faults: unknown[] = [];
    const port = await open(
      async () => {
        throw new Error("select secret");
      },
      { fault: (message, error, fields) => faults.push([message, String(error), fields]) },
    );
    const answer = await send(port, `GET /p HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`);
    expect(answer).not.toContain("secret");
    const requestId = headersOf(answer).get("x-request-id");
    expect(faults).toEqual([["a request failed", "Error: select secret", { requestId }]]);
  });
});

describe("D12: what fails before anything of ours has seen it", () => {
  const failing =
    (reach: boolean): Handler =>
    async ({ headers }, response) => {
      if (reach) tellReached(new Headers({ "x-request-id": String(headers["x-request-id"]) }));
      response.statusCode = 500;
      response.end("no such page");
    };

  test.each([
    ["a form that Next cannot read", "POST /p", false, 400],
    ["an action of ours", "POST /p", true, 500],
    ["a page", "GET /p", false, 500],
    ["a route, which reads its body itself", "POST /api/v1/projects", false, 500],
  ])("D12: %s", async (_, target, reach, status) => {
    const port = await open(failing(reach));
    const origin = "Host: localhost\r\nOrigin: http://localhost\r\n";
    const answer = await send(port, `${target} HTTP/1.1\r\n${origin}${CLOSE}`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe("F8, F9: readiness", () => {
  const ready = `GET /api/ready HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`;

  test("is denied at once before the pages are loaded, and once the server stops", async () => {
    let isStopping = false;
    let give: (handler: Handler) => void = () => {};
    const port = await open(new Promise<Handler>((resolve) => (give = resolve)), {
      stopping: () => isStopping,
    });
    const denied = await send(port, ready);
    expect(denied).toMatch(/^HTTP\/1\.1 503 [^]*\{"status":"unavailable"\}$/);
    expect(headersOf(denied).get("content-type")).toBe("application/json");
    expect(await send(port, ready.replace("ready", "ready?by=me"))).toMatch(/^HTTP\/1\.1 503 /);
    give(ok);
    expect(await send(port, ready)).toMatch(/^HTTP\/1\.1 200 /);
    isStopping = true;
    expect(await send(port, ready)).toMatch(/^HTTP\/1\.1 503 /);
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
