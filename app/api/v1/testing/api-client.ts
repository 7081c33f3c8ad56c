import { z } from "zod";
import { openApiDocument } from "@/lib/api/openapi-document";
import type { Operation } from "@/lib/api/operation";
import { OPERATIONS } from "@/lib/api/operations/registry";

const HOST = "localhost:3000";

type Asked = {
  method?: string;
  /** Of the page that asks; null for a program, which has none. */
  origin?: string | null;
  token?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
};

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** Operations whose documented answer a test has seen. */
export const SEEN = new Set<string>();

const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(openApiDocument());

/** Calls the handler of an address below /api/v1 as Next would, and holds its answer to the document. */
export async function ask(address: string, asked: Asked = {}): Promise<Response> {
  const { method = "GET", origin = `http://${HOST}`, token, headers = {}, body } = asked;
  const url = new URL(`http://${HOST}/api/v1${address}`);
  const { operation, params } = operationOf(method, url.pathname.slice("/api/v1".length));
  const request = new Request(url, {
    method,
    headers: {
      host: HOST,
      ...(origin === null ? {} : { origin }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const response = await (
    await handlerOf(operation)
  )(request, {
    params: Promise.resolve(params),
  });
  await holdToDocument(operation, response);
  return response;
}

function operationOf(method: string, path: string) {
  for (const operation of OPERATIONS) {
    const form = operation.path.replaceAll(/[.]/g, "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]*)");
    const match = operation.method === method ? new RegExp(`^${form}$`).exec(path) : null;
    // Literal parts come before names: /episodes/export is no episode.
    if (match !== null) return { operation, params: { ...match.groups } };
  }
  throw new Error(`no operation answers ${method} ${path}`);
}

const moduleSchema = z.record(
  z.string(),
  z.custom<Handler>((value) => typeof value === "function" || typeof value === "string"),
);

async function handlerOf({ method, path }: Operation): Promise<Handler> {
  const folder = path.replaceAll(/\{(\w+)\}/g, "[$1]");
  const loaded: unknown = await import(/* @vite-ignore */ `@/app/api/v1${folder}/route`);
  const handler = moduleSchema.parse(loaded)[method];
  if (handler === undefined) throw new Error(`${folder}/route.ts has no ${method}`);
  return handler;
}

/** The status has to be one that the operation documents, and the body of that answer's schema. */
async function holdToDocument(operation: Operation, response: Response): Promise<void> {
  const described = z
    .object({ responses: z.record(z.string(), z.object({ content: contentSchema.optional() })) })
    .parse(document.paths[operation.path]?.[operation.method.toLowerCase()]);
  const answer = described.responses[String(response.status)];
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (answer === undefined) throw new Error(`${operation.id} does not document ${response.status}`);
  const content = answer.content?.[type];
  if (content === undefined)
    throw new Error(`${operation.id} does not document ${type} for ${response.status}`);
  if (type.endsWith("/json") || type.endsWith("+json")) {
    // A copy is made of what is read here alone: the source of a download would run for both.
    const body: unknown = await response.clone().json();
    const parsed = toZod(content.schema).safeParse(body);
    if (!parsed.success)
      throw new Error(`${operation.id} ${response.status}: ${z.prettifyError(parsed.error)}`);
  }
  if (response.status < 400) SEEN.add(operation.id);
}

const contentSchema = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));

function toZod(schema: Record<string, unknown>): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const text = JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/");
  return z.fromJSONSchema(z.looseObject({}).parse(JSON.parse(text)));
}
