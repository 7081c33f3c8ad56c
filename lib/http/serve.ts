import type { z } from "zod";
import { database } from "@/db";
import type { Database, Db, Scope } from "@/db/client";
import { findProject, type ProjectRow } from "@/db/queries/projects";
import type { Operation } from "@/lib/api/operation";
import { authorise, maySee, type Caller } from "@/lib/auth/authorise";
import { AppError } from "@/lib/errors";
import { readQuery } from "./read-query";
import { answering, SAFE_METHODS } from "./route";

/** What Next hands to a route beside the request. */
type Context = { params: Promise<Record<string, string>> };
type Handler = (request: Request, context: Context) => Promise<Response>;

export type Call<Params extends z.ZodObject, Query extends z.ZodObject> = {
  request: Request;
  database: Database;
  db: Db;
  caller: Caller;
  params: z.output<Params>;
  query: z.output<Query>;
};

export type ProjectCall<Params extends z.ZodObject, Query extends z.ZodObject> = Call<
  Params,
  Query
> & { project: ProjectRow; scope: Scope };

/** A route of an operation: who asks is decided first, then the address and its query are read. */
export function serve<Params extends z.ZodObject, Query extends z.ZodObject>(
  operation: Operation<Params, Query>,
  handler: (call: Call<Params, Query>) => Promise<Response>,
): Handler {
  return answering(async (request: Request, context: Context) => {
    const pool = database();
    const { db } = pool;
    const changes = !SAFE_METHODS.has(operation.method);
    const caller =
      operation.scopes.length === 0
        ? ({ kind: "local" } as const)
        : await authorise(db, request.headers, { scopes: operation.scopes, changes });
    const params = operation.params.safeParse(await context.params);
    if (!params.success) throw nothingThere();
    const query = readQuery(operation.query, new URL(request.url).searchParams);
    return handler({ request, database: pool, db, caller, params: params.data, query });
  });
}

/** The same within a project, which the operation's path names as {project}. */
export function serveProject<Params extends z.ZodObject, Query extends z.ZodObject>(
  operation: Operation<Params, Query>,
  handler: (call: ProjectCall<Params, Query>) => Promise<Response>,
): Handler {
  return serve(operation, async (call) => {
    const { project: slug } = call.params;
    const project = typeof slug === "string" ? await findProject(call.db, slug) : null;
    if (project === null || !maySee(call.caller, project)) throw nothingThere();
    return handler({ ...call, project, scope: { projectId: project.id } });
  });
}

/** One sentence for everything that is not there or not the caller's: which of them is not told. */
export function nothingThere(): AppError {
  return new AppError("not_found", "There is nothing at this address.");
}

/** JSON by the operation's schema; that it keeps to it, types and the tests of the routes see. */
export function reply<Schema extends z.ZodType>(
  _schema: Schema,
  body: z.input<Schema>,
  init?: ResponseInit,
): Response {
  return Response.json(body, init);
}
