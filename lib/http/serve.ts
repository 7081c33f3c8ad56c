import type { z } from "zod";
import { database } from "@/db";
import type { Database, Db } from "@/db/client";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { opened, type Scope } from "@/db/scope";
import type { Operation } from "@/lib/api/operation";
import { audit } from "@/lib/audit/audit";
import { actorOf } from "@/lib/auth/actor";
import { callerOf } from "@/lib/auth/authorise";
import type { Caller } from "@/lib/auth/caller";
import { may, mayHave, mayInstance, maySee } from "@/lib/auth/may";
import { noteRefusal } from "@/lib/auth/note-refusal";
import { PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import type { Actor } from "@/lib/domain/actor";
import type { ContentDrop } from "@/lib/domain/content-drop";
import { AppError, isAppError } from "@/lib/errors";
import { dropSentence } from "@/lib/format/drop-sentence";
import { decodePart } from "@/lib/format/paths";
import { STATUS_OF } from "./problem";
import { readQuery } from "./read-query";
import { answering, route, SAFE_METHODS } from "./route";

/** What Next hands to a route beside the request; an address without names has no parameters at all. */
type Context = { params?: Promise<Record<string, string>> };
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
> & {
  project: OpenProject;
  scope: Scope;
  /** The caller as the audit log names them. */
  by: Actor;
};

type Asked<Params extends z.ZodObject> = {
  database: Database;
  db: Db;
  caller: Caller;
  params: z.output<Params>;
  known: Known;
};

/** What is known of a request when it is refused. */
type Known = { caller: Caller; projectId: string | null };

/**
 * A route of an operation: who asks is decided first, then whether they may, then the query is read, so that
 * nothing is told to whoever may not know it.
 */
function frame<Params extends z.ZodObject, Query extends z.ZodObject, Decided extends object>(
  operation: Operation<Params, Query>,
  decide: (asked: Asked<Params>) => Promise<Decided>,
  handler: (call: Call<Params, Query> & Decided) => Promise<Response>,
): Handler {
  return answering(async (request: Request, context: Context) => {
    const pool = database();
    const { db } = pool;
    const changes = !SAFE_METHODS.has(operation.method);
    const known: Known = { caller: { kind: "nobody" }, projectId: null };
    return tellingRefusals(db, request, known, async () => {
      if (operation.needs.length > 0)
        known.caller = await callerOf(db, request.headers, { changes });
      const { caller } = known;
      const given = operation.params.safeParse((await context.params) ?? {});
      if (!given.success) throw nothingThere();
      const asked = { database: pool, db, caller, params: given.data };
      const decided = await decide({ ...asked, known });
      const url = new URL(request.url);
      const query = readQuery(operation.query, url.searchParams);
      const response = await handler({ ...asked, request, query, ...decided });
      if (response.ok && isHandedOut(operation, query))
        await tellHandedOut(db, operation, { ...known, params: given.data, url });
      return response;
    });
  });
}

/** A change that is refused, and whatever a permission lacks for, is told of (security.md A8). */
async function tellingRefusals(
  db: Db,
  request: Request,
  known: Known,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const status = isAppError(error) ? STATUS_OF[error.code] : 500;
    const { method } = request;
    if (status === 403 || (status === 401 && !SAFE_METHODS.has(method))) {
      const path = new URL(request.url).pathname;
      const refusal = { status, method, path, projectId: known.projectId };
      await noteRefusal(db, known.caller, request.headers, refusal);
    }
    throw error;
  }
}

function isHandedOut({ handsOut }: Operation, query: Record<string, unknown>): boolean {
  if (handsOut === undefined) return false;
  const { formats } = handsOut;
  return formats === undefined || formats.some((format) => format === query["format"]);
}

/** Before the first byte leaves: what cannot be told is not handed out. */
async function tellHandedOut(
  db: Db,
  { handsOut }: Operation,
  { caller, projectId, params, url }: Known & { params: Record<string, unknown>; url: URL },
): Promise<void> {
  if (handsOut === undefined) return;
  const kind = handsOut.of.at(-1);
  const id = handsOut.of.map((name) => String(params[name])).join("/");
  await audit(db, actorOf(caller), {
    action: handsOut.action,
    projectId,
    object: kind === undefined ? undefined : { kind, id },
    detail: { query: url.search },
  });
}

/** An operation that is not about one project. */
export function serve<Params extends z.ZodObject, Query extends z.ZodObject>(
  operation: Operation<Params, Query>,
  handler: (call: Call<Params, Query>) => Promise<Response>,
): Handler {
  return frame(
    operation,
    async ({ caller }) => {
      const { needs } = operation;
      const isOpen = needs.includes("instance") ? mayInstance(caller) : mayHave(caller, ...needs);
      if (needs.length > 0 && !isOpen) throw lacking(needs);
      return {};
    },
    handler,
  );
}

/** One within a project, which the operation's path names as {project}. */
export function serveProject<Params extends z.ZodObject, Query extends z.ZodObject>(
  operation: Operation<Params, Query>,
  handler: (call: ProjectCall<Params, Query>) => Promise<Response>,
): Handler {
  return frame(
    operation,
    async ({ db, caller, params, known }) => ({
      ...(await openTo(known, db, params["project"], operation.needs)),
      by: actorOf(caller),
    }),
    handler,
  );
}

type PageCall = { request: Request; db: Db; project: OpenProject };

/** A route that serves our own pages alone and is no operation of the API. */
export function projectRoute(
  need: Permission,
  handler: (call: PageCall) => Promise<Response>,
): Handler {
  return route(async (request: Request, context: Context) => {
    const { db } = database();
    const changes = !SAFE_METHODS.has(request.method);
    const known: Known = { caller: { kind: "nobody" }, projectId: null };
    return tellingRefusals(db, request, known, async () => {
      known.caller = await callerOf(db, request.headers, { changes });
      const { project: part = "" } = (await context.params) ?? {};
      const { project } = await openTo(known, db, decodePart(part), [need]);
      return handler({ request, db, project });
    });
  });
}

/**
 * @throws AppError not_found: there is no such project, or none for the caller; forbidden: the caller has
 *   none of the permissions in it
 */
async function openTo(
  known: Known,
  db: Db,
  slug: unknown,
  needs: readonly Permission[],
): Promise<{ project: OpenProject; scope: Scope }> {
  const found = typeof slug === "string" ? await findProject(db, slug) : null;
  const { caller } = known;
  if (found === null || !maySee(caller, found.id)) throw nothingThere();
  known.projectId = found.id;
  if (!may(caller, found.id, ...needs)) throw lacking(needs);
  const project = opened(found);
  return { project, scope: project.scope };
}

function lacking(needs: readonly Permission[]): AppError {
  const what = needs.map((need) => PERMISSIONS[need]).join(", or ");
  return new AppError("forbidden", `Whoever asks may not do this: it needs the right to ${what}.`);
}

/** One sentence for everything that is not there or not the caller's: which of them is not told. */
export function nothingThere(): AppError {
  return new AppError("not_found", "There is nothing at this address.");
}

/** What stands in the place of a text that was dropped; where none was, nothing is there. */
export function dropped(found: { dropped: ContentDrop | null } | null): AppError {
  const drop = found?.dropped ?? null;
  return drop === null ? nothingThere() : new AppError("gone", dropSentence(drop));
}

/** JSON by the operation's schema; that it keeps to it, types and the tests of the routes see. */
export function reply<Schema extends z.ZodType>(
  _schema: Schema,
  body: z.input<Schema>,
  init?: ResponseInit,
): Response {
  return Response.json(body, init);
}
