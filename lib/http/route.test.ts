import { afterEach, describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { route } from "./route";

const OWN = { host: "h", origin: "http://h" };

function post(headers: Record<string, string> = OWN): Request {
  return new Request("http://h/", { method: "POST", headers });
}

afterEach(() => vi.restoreAllMocks());

describe("route", () => {
  test("an answer passes through, with a request id, and is not kept by caches", async () => {
    const response = await route(async () => Response.json({ a: 1 }))(post(), {});
    expect(response.status).toBe(200);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["invalid_input", 400, "Bad request"],
    ["not_found", 404, "Not found"],
    ["conflict", 409, "Conflict"],
    ["too_large", 413, "Too large"],
  ] as const)("%s is a problem of status %i with the sentence", async (code, status, title) => {
    const response = await route(async () => {
      throw new AppError(code, "What is wrong.");
    })(post(), {});
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: "about:blank",
      title,
      status,
      detail: "What is wrong.",
      requestId: response.headers.get("x-request-id"),
    });
  });

  test("a fault of ours tells nothing of its inside, and the log has its id", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {});
    const response = await route(async () => {
      throw new Error("select secret from /root/path");
    })(post(), {});
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/secret|root/);
    const requestId = response.headers.get("x-request-id") ?? "none";
    expect(logged).toHaveBeenCalledWith("a request failed", expect.any(Error), { requestId });
  });

  test("a change that does not come from our pages is refused before the handler runs", async () => {
    const handler = vi.fn<() => Promise<Response>>(async () => new Response());
    const response = await route(handler)(post({ host: "h", origin: "http://evil" }), {});
    expect(response.status).toBe(403);
    expect(handler).not.toHaveBeenCalled();
    const read = new Request("http://h/", { headers: { host: "h", origin: "http://evil" } });
    expect((await route(handler)(read, {})).status).toBe(200);
  });
});
