import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { ask, serverOf } from "./server";

describe("the server that is named", () => {
  it("comes from the flag, else from the environment, else there is none", () => {
    const env = { AFTERMATH_SERVER: "https://a.example/base/", AFTERMATH_TOKEN: "t" };
    expect(serverOf({}, {})).toBeNull();
    expect(serverOf({}, { AFTERMATH_SERVER: "" })).toBeNull();
    expect(serverOf({}, env)).toEqual({ url: "https://a.example/base", token: "t" });
    expect(serverOf({ server: "http://b:1", token: "u" }, env)).toEqual({
      url: "http://b:1",
      token: "u",
    });
  });

  it.each(["localhost:3000", "ftp://a", "nothing"])("%s is no server", (server) => {
    expect(() => serverOf({ server }, {})).toThrow(/has to be an address/);
  });

  it("takes no password in the address", () => {
    expect(() => serverOf({ server: "http://u:secret@a" }, {})).toThrow(/must not hold a password/);
  });
});

describe("what a server answers", () => {
  let close = () => {};
  afterEach(() => close());

  async function serving(status: number, body: string, headers: Record<string, string> = {}) {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => server.close();
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("it has no port");
    const { port } = address;
    return { url: `http://127.0.0.1:${port}`, seen };
  }

  it("is asked with the token, and a problem's sentence becomes the error", async () => {
    const detail = "There is no such arm.";
    const { url, seen } = await serving(404, JSON.stringify({ detail, requestId: "r" }));
    const asked = ask({ url, token: "aft_x" }, "/projects");
    await expect(asked).rejects.toMatchObject({
      code: "not_found",
      message: `${url}: There is no such arm.`,
    });
    expect(seen).toEqual(["Bearer aft_x"]);
  });

  it("is named as a strange server when it is no Aftermath", async () => {
    const { url } = await serving(502, "<html>");
    await expect(ask({ url, token: null }, "/x")).rejects.toMatchObject({
      code: "unavailable",
      message: `${url}: The answer was 502 and no problem report: is that an Aftermath server?`,
    });
  });

  it("never leads the token elsewhere", async () => {
    const { url } = await serving(302, "", { location: "http://elsewhere.example/" });
    await expect(ask({ url, token: "aft_x" }, "/x")).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("says so when nobody listens", async () => {
    await expect(ask({ url: "http://127.0.0.1:1", token: null }, "/x")).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1 cannot be reached/,
    );
  });
});
