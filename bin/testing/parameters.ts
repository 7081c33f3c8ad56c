import { withQuery } from "@/lib/format/paths";
import { OPERATIONS } from "@/lib/api/operations/registry";
import { ROUTES } from "@/lib/auth/route-matrix";
import { nativeText } from "@/lib/ingest/testing/native-text";
import type { Home } from "./access-world";
import { callOf, rightCall } from "./action-requests";
import { builtActions } from "./built-routes";
import { PAGE_PARAMETERS } from "./page-parameters";
import type { Asked } from "./raw-request";
import { partsOf, requestOf, withPart } from "./route-requests";

/** A place that a request has for a text, and the request with this one in it. */
export type Parameter = {
  of: "address" | "query" | "body" | "action";
  name: string;
  asked: (text: string) => Asked | Promise<Asked>;
};

/** Everything that a request may bring: parts of addresses, queries, fields of bodies, forms and arguments. */
export function everyParameter(home: Home): Parameter[] {
  return [
    ...partsOfAddresses(home),
    ...queriesOfOperations(home),
    ...queriesOfPages(home),
    ...fieldsOfBodies(home),
    ...ofActions(home),
  ];
}

function partsOfAddresses(home: Home): Parameter[] {
  return Object.keys(ROUTES).flatMap((route) =>
    partsOf(route).map((name) => ({
      of: "address" as const,
      name: `${route} ${name}`,
      asked: (text: string) => withPart(route, home, name, encodeURIComponent(text)),
    })),
  );
}

/** The row of the matrix that an operation is. */
function routeOf({ method, path }: { method: string; path: string }): string {
  return `${method} /api/v1${path.replaceAll(/\{(\w+)\}/g, "[$1]")}`;
}

function queriesOfOperations(home: Home): Parameter[] {
  return OPERATIONS.flatMap((operation) =>
    Object.keys(operation.query.shape).map((name) => {
      const route = routeOf(operation);
      return { of: "query" as const, name: `${route} ?${name}`, asked: inQuery(route, home, name) };
    }),
  );
}

function queriesOfPages(home: Home): Parameter[] {
  return Object.entries(PAGE_PARAMETERS).flatMap(([address, names]) =>
    names.split(" ").map((name) => {
      const route = `GET ${address}`;
      return { of: "query" as const, name: `${route} ?${name}`, asked: inQuery(route, home, name) };
    }),
  );
}

function inQuery(route: string, home: Home, name: string) {
  return (text: string): Asked => {
    const { path, ...rest } = requestOf(route, home);
    const [bare = "", query = ""] = path.split("?", 2);
    const given = Object.fromEntries(new URLSearchParams(query));
    return { ...rest, path: withQuery(bare, { ...given, [name]: text }) };
  };
}

const CHOICES = { options: { model: "x" }, replace: false, keepSource: true, manifest: null };

/** A right body of each operation that reads JSON, by its id. */
const BODIES: Readonly<Record<string, () => object>> = {
  postAnnotation: () => ({ kind: "note", author: "me", text: "seen", outcome: null, callNo: null }),
  postHold: () => ({ act: "held", reason: "seen" }),
  postRetention: () => ({ act: "keep", days: null }),
  startImport: () => CHOICES,
  previewImport: () => CHOICES,
  openUpload: () => ({ ...CHOICES, name: "a.jsonl", sizeBytes: 1, chunkBytes: 1, review: true }),
  appendLive: () => ({ type: "case", key: "k9", attack: "a", split: "attack", userTask: "x" }),
  openLive: () => {
    const [first = "{}"] = nativeText({ key: "live", episodes: [] }).split("\n");
    const record: unknown = JSON.parse(first);
    return typeof record === "object" && record !== null ? record : {};
  },
};

function fieldsOfBodies(home: Home): Parameter[] {
  return OPERATIONS.filter(({ body }) => body?.["application/json"] !== undefined).flatMap(
    (operation) => {
      const right = BODIES[operation.id]?.();
      if (right === undefined) throw new Error(`no right body of ${operation.id} is known`);
      const route = routeOf(operation);
      return Object.keys(right).map((name) => ({
        of: "body" as const,
        name: `${route} ${name}`,
        asked: (text: string): Asked => ({
          ...requestOf(route, home),
          headers: { "content-type": "application/json" },
          body: JSON.stringify(asSent(operation.id, { ...right, [name]: text })),
        }),
      }));
    },
  );
}

/** Records that are sent as they come are a list of them. */
function asSent(operation: string, body: object): object {
  return operation === "appendLive" ? [body] : body;
}

/** Fields beside those by which a form is refused at once: with them it comes as far as the database. */
const MORE_FIELDS: Readonly<Record<string, Record<string, string>>> = {
  acceptNow: { name: "x", password: "seven quiet herons wade" },
  addMemberNow: { role: "viewer" },
  annotateEpisode: { author: "me", text: "seen" },
  changePasswordNow: { current: "x" },
  changePolicyNow: { from: "1", reason: "x" },
  deleteByName: { reason: "seen" },
  dropContentNow: { name: "another", reason: "seen" },
  makeTokenNow: { name: "x", scopes: "read", days: "30" },
  saveThisComparison: { name: "x", baseline: "x", candidate: "x" },
  saveViewNow: { name: "x", query: "q=x" },
  setUpNow: { name: "x", email: "x@aftermath.test", password: "seven quiet herons wade" },
};

/** Fields of forms, and arguments that are text. */
function ofActions(home: Home): Parameter[] {
  return builtActions().flatMap((action): Parameter[] => {
    const call = rightCall(action, home);
    const form =
      call.form === undefined ? undefined : { ...call.form, ...MORE_FIELDS[action.name] };
    const right = { ...call, ...(form === undefined ? {} : { form }) };
    const fields = Object.keys(form ?? {}).map((name) => ({
      of: "action" as const,
      name: `${action.name} ${name}`,
      asked: (text: string) => callOf(action, home, { ...right, form: { ...form, [name]: text } }),
    }));
    const args = right.args.flatMap((arg, at) =>
      typeof arg !== "string"
        ? []
        : [
            {
              of: "action" as const,
              name: `${action.name}, argument ${at}`,
              asked: (text: string) =>
                callOf(action, home, { ...right, args: right.args.with(at, text) }),
            },
          ],
    );
    return [...fields, ...args];
  });
}
