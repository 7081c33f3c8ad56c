import { AppError } from "@/lib/errors";
import { z } from "zod";

/** Where the server is and who asks. The token goes into one header and nowhere else. */
export type ServerAddress = { url: string; token: string | null };

const problemSchema = z.object({ detail: z.string(), requestId: z.string().optional() });

/**
 * The server that flags or environment name; null when none is named.
 *
 * @throws AppError settings: an address that is none, or one with a password in it
 */
export function serverOf(
  flags: { server?: string | undefined; token?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): ServerAddress | null {
  const given = flags.server ?? env["AFTERMATH_SERVER"];
  if (given === undefined || given === "") return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError("settings", "The server has to be an address like http://localhost:3000.");
  if (url.username !== "" || url.password !== "")
    throw new AppError("settings", "The server's address must not hold a password; give --token.");
  const token = flags.token ?? env["AFTERMATH_TOKEN"] ?? "";
  return { url: url.origin + url.pathname.replace(/\/+$/, ""), token: token === "" ? null : token };
}

/**
 * One request to /api/v1. Redirects are refused: the token would follow them.
 *
 * @throws AppError with the server's own sentence when it answers with a problem; unavailable when it
 *   cannot be reached
 */
export async function ask(
  server: ServerAddress,
  path: string,
  init: RequestInit & { duplex?: "half" } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (server.token !== null) headers.set("authorization", `Bearer ${server.token}`);
  let response: Response;
  try {
    response = await fetch(`${server.url}/api/v1${path}`, { ...init, headers, redirect: "error" });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : "";
    throw new AppError(
      "unavailable",
      `${server.url} cannot be reached${why === "" ? "" : ` (${why})`}.`,
      { cause },
    );
  }
  if (response.ok) return response;
  throw await problemOf(server, response);
}

async function problemOf(server: ServerAddress, response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = problemSchema.safeParse(body);
  const said = problem.success
    ? problem.data.detail
    : `The answer was ${response.status} and no problem report: is that an Aftermath server?`;
  const id =
    problem.success && problem.data.requestId !== undefined && response.status >= 500
      ? ` (request ${problem.data.requestId})`
      : "";
  return new AppError(codeOf(response.status), `${server.url}: ${said}${id}`);
}

function codeOf(status: number): AppError["code"] {
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status === 410) return "gone";
  if (status === 413) return "too_large";
  return status >= 500 ? "unavailable" : "invalid_input";
}
