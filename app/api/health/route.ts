export const dynamic = "force-dynamic";

/** The process answers. Says nothing about the database, and nothing to tell a version by. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
