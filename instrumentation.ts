/**
 * Next calls this for every page, route and action that failed. The page shows the digest and nothing
 * else; here the log gets the reason under it and under the request's id.
 */
export async function onRequestError(
  error: unknown,
  request: {
    readonly path: string;
    readonly method: string;
    readonly headers: NodeJS.Dict<string | string[]>;
  },
): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { log } = await import("@/lib/log");
  const digest =
    typeof error === "object" && error !== null && "digest" in error
      ? String(error.digest)
      : "none";
  log.error("a page failed", error, {
    requestId: String(request.headers["x-request-id"] ?? "none"),
    digest: digest.slice(0, 100),
    method: request.method,
    path: request.path.split("?", 1)[0]?.slice(0, 200) ?? "",
  });
}
