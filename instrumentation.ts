/**
 * Next calls this for every page that failed. The page shows the digest and nothing else; here the log
 * gets the reason under it, so that whoever runs the server can find it.
 */
export function onRequestError(
  error: unknown,
  request: { readonly path: string; readonly method: string },
): void {
  const digest =
    typeof error === "object" && error !== null && "digest" in error
      ? String(error.digest)
      : "none";
  console.error(
    `page failed under ${digest}: ${request.method} ${JSON.stringify(request.path)}`,
    error,
  );
}
