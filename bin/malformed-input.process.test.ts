import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "@/lib/auth/route-matrix";
import { figure } from "@/lib/testing/security-figure";
import { openWorld, type World } from "./testing/access-world";
import { builtActions } from "./testing/built-routes";
import { hostileRecords, linesOf } from "./testing/hostile-campaign";
import { injections } from "./testing/injections";
import { insides } from "./testing/insides";
import { ARGUMENTS, BODIES, HEADERS, METHODS, PARTS, QUERIES } from "./testing/malformed";
import { PAGE_PARAMETERS, readingTheirQuery } from "./testing/page-parameters";
import { everyParameter } from "./testing/parameters";
import { send, type Answered, type Asked } from "./testing/raw-request";
import { partsOf, requestOf, withPart } from "./testing/route-requests";
import { turns } from "./testing/turns";

/** As somebody to whom every address answers: what is refused before it is read cannot fail. */
let world: World;

/** Everything at every place takes half an hour, with AFTERMATH_LONG=1. */
const PATIENCE_MS = 7_200_000;
const AT_ONCE = 4;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

function ask(asked: Asked): Promise<Answered> {
  const { headers } = world.askers["instance admin"];
  return send(world.server.address, {
    ...asked,
    headers: { origin: world.server.address, ...headers, ...asked.headers },
  });
}

type Look = (asked: Asked, answer: Answered) => void;

/** Asks all, several at once, and hands each answer to `look`; returns how many were asked. */
async function askAll(requests: Iterable<Asked | Promise<Asked>>, look: Look): Promise<number> {
  const queue = requests[Symbol.iterator]();
  let asked = 0;
  const goOn = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const request = await next.value;
      look(request, await ask(request));
      asked += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return asked;
}

/** Everything that is malformed about the rows of the matrix. */
function* malformedRequests(): Generator<Asked> {
  const { home } = world;
  const parts = turns(PARTS, 4);
  const queries = turns(QUERIES, 2);
  const headers = turns(HEADERS, 3);
  const methods = turns(METHODS, 2);
  const bodies = turns(BODIES, 6);
  for (const route of Object.keys(ROUTES)) {
    const right = requestOf(route, home);
    const [bare = ""] = right.path.split("?", 1);
    for (const name of partsOf(route))
      for (const part of parts()) yield withPart(route, home, name, part);
    for (const query of queries()) yield { ...right, path: bare + query };
    for (const one of headers()) yield { ...right, headers: one };
    if (right.method === "GET") for (const method of methods()) yield { path: bare, method };
    // A page takes forms, too.
    if (right.method === "POST" || !bare.startsWith("/api/"))
      for (const body of bodies()) yield { ...right, method: "POST", ...body };
  }
}

/** What no page of ours hands to an action: as a text, and as a form. */
function* malformedCalls(): Generator<Asked> {
  const some = turns(ARGUMENTS, 6);
  for (const { id, name, page } of builtActions()) {
    const { path } = requestOf(`GET ${page}`, world.home);
    // Signing out would end the session by which everything else is asked.
    const as: Record<string, string> = name === "signOutNow" ? { cookie: "" } : {};
    const headers = { "next-action": id, accept: "text/x-component", ...as };
    for (const body of some()) {
      yield post(path, body, { ...headers, "content-type": "text/plain;charset=UTF-8" });
      yield post(path, formPart("0", body), { ...headers, ...FORM });
      yield post(path, formPart(`$ACTION_1:0`, body) + formPart("$ACTION_REF_1", ""), FORM);
    }
  }
}

const FORM = { "content-type": "multipart/form-data; boundary=b" };

function formPart(name: string, body: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`;
}

function post(path: string, body: string, headers: Record<string, string>): Asked {
  const isForm = headers["content-type"] === FORM["content-type"];
  return { method: "POST", path, headers, body: isForm ? `${body}--b--\r\n` : body };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it(
  "D12: every route and action answers malformed input without a fault, and tells nothing",
  { timeout: PATIENCE_MS },
  async () => {
    const faults = new Set<string>();
    const ids: string[] = [];
    const signs = insides(world.folder);
    const statuses = new Map<number, number>();
    const look: Look = (asked, { status, headers, body }) => {
      const said = `${asked.method ?? "GET"} ${asked.path.slice(0, 120)} ${JSON.stringify(asked.headers ?? {}).slice(0, 160)} ${String(asked.body ?? "").slice(0, 80)}`;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) faults.add(`${said}: ${status}`);
      const told = `${body}\n${JSON.stringify(headers)}`;
      for (const sign of signs)
        if (sign.test(told)) faults.add(`${said}: ${String(sign)} ${sign.exec(told)?.[0]}`);
      if (headers["server"] !== undefined || headers["x-powered-by"] !== undefined)
        faults.add(`${said}: says what it is`);
      const id = String(headers["x-request-id"] ?? "none");
      if (!ID.test(id)) faults.add(`${said}: no id`);
      else if (!/^\/api\/(health|ready)(\?|$)/.test(asked.path)) ids.push(id);
      // Where something is refused in JSON, the id stands in the answer too.
      const isProblem = headers["content-type"]?.startsWith("application/problem") === true;
      if (isProblem && asked.method !== "HEAD" && !body.includes(id))
        faults.add(`${said}: its problem has no id`);
    };
    const routes = Object.keys(ROUTES).length;
    const asked =
      (await askAll(malformedRequests(), look)) + (await askAll(malformedCalls(), look));
    expect([...faults].slice(0, 60)).toEqual([]);
    // A line is written when its answer has left: the last ones may come after it.
    const unlogged = () => {
      const lines = world.server.log().matchAll(/"requestId":"([0-9a-f-]{36})"/g);
      const logged = new Set([...lines].map(([, id]) => id));
      return ids.filter((id) => !logged.has(id));
    };
    await expect.poll(unlogged, { timeout: 5_000 }).toEqual([]);
    // That the asker was let in, so that it was the input which was refused.
    expect(statuses.get(200)).toBeGreaterThan(routes);
    expect(statuses.get(400)).toBeGreaterThan(routes);
    await figure(
      "D12",
      `${asked} malformed requests on ${routes} routes and ${builtActions().length} actions: 0 answers of 500, 0 insides told, ${ids.length} of ${ids.length} ids in the log (bar: 0, 0, all)`,
    );
  },
);

/** Records with every string in names and texts, all at once. */
async function importAll(strings: readonly string[]): Promise<string> {
  const body = linesOf(hostileRecords("injected", strings, 2));
  const headers = { "content-type": "application/x-ndjson", "x-file-name": "injected.jsonl" };
  const path = "/api/v1/projects/home/imports";
  const answer = await ask({ method: "POST", path, headers, body });
  expect([answer.status, answer.status === 202 ? "" : answer.body]).toEqual([202, ""]);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(answer.body));
  for (;;) {
    const now = z
      .object({ state: z.string() })
      .parse(JSON.parse((await ask({ path: `${path}/${id}` })).body));
    if (!["uploaded", "running"].includes(now.state)) return now.state;
    await wait(100);
  }
}

it(
  "E15: 500 strings in every parameter are values and nothing else",
  { timeout: PATIENCE_MS },
  async () => {
    const strings = injections();
    expect(new Set(strings).size).toBe(500);
    expect(Object.keys(PAGE_PARAMETERS).toSorted()).toEqual(readingTheirQuery().toSorted());
    const said = () => readFileSync(join(world.folder, "postgres.log"), "utf8");
    // The log tells of a wrong statement, so that its silence means something.
    await expect(world.database.sql.unsafe("selekt 1")).rejects.toThrow("syntax error");
    expect(said()).toMatch(/ERROR: +syntax error/);
    const before = said().length;

    const parameters = everyParameter(world.home);
    const some = turns(strings, 2);
    const used = new Set<string>();
    function* requests() {
      for (const { asked } of parameters)
        for (const text of some()) {
          used.add(text);
          yield asked(text);
        }
    }
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    const asked = await askAll(requests(), ({ method, path, body }, { status }) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) wrong.push(`${method} ${path} ${String(body ?? "")}: ${status}`);
    });
    expect(wrong.slice(0, 40)).toEqual([]);
    expect(used.size).toBe(500);
    expect(await importAll(strings)).toBe("done");
    const since = said().slice(before).split("\n");
    expect(since.filter((line) => /ERROR|FATAL|PANIC/.test(line))).toEqual([]);
    // That they were read, and not all refused at the door.
    expect(statuses.get(200)).toBeGreaterThan(asked / 4);
    const ofKind = (kind: string) => parameters.filter(({ of }) => of === kind).length;
    await figure(
      "E15",
      `500 strings over ${parameters.length} parameters (${ofKind("address")} in addresses, ${ofKind("query")} in queries, ${ofKind("body")} in bodies, ${ofKind("action")} of actions), ${asked} requests, and all in every field of an import: 0 errors in the log of Postgres, 0 answers of 500 (bar: 0)`,
    );
  },
);
