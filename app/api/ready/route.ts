import { database } from "@/db";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const PATIENCE_MS = 1000;

/** 200 when the database answers with the schema in place within a second, else 503. */
export async function GET(): Promise<Response> {
  const ready = await Promise.race([looksReady(), wait(PATIENCE_MS)]);
  return Response.json(
    { status: ready ? "ok" : "unavailable" },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}

async function looksReady(): Promise<boolean> {
  try {
    await database().sql`select from projects limit 1`;
    return true;
  } catch {
    return false;
  }
}

function wait(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
