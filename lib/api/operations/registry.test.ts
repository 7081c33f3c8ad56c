import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { OPERATIONS } from "./registry";

const API = fileURLToPath(new URL("../../../app/api/v1", import.meta.url));

/** Every handler that the routes export, as `METHOD /path`, and the operation that it names. */
function handlers(): { route: string; text: string }[] {
  return readdirSync(API, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const folder = relative(API, entry.parentPath).replaceAll(/\[(\w+)\]/g, "{$1}");
      const text = readFileSync(path, "utf8");
      return [...text.matchAll(/export (?:const|async function|function) ([A-Z]+)\b(.*)/g)].map(
        ([, method = "", rest = ""]) => ({ route: `${method} /${folder}`, text: rest }),
      );
    });
}

/** Which permission opens which route, in full: a new route has to be entered here by hand. */
const NEEDS: Record<string, string> = {
  "GET /openapi.json": "",
  "GET /projects": "read",
  "GET /projects/{project}": "read",
  "GET /projects/{project}/comparison": "read",
  "GET /projects/{project}/comparisons/{comparison}": "read",
  "POST /projects/{project}/imports": "ingest",
  "GET /projects/{project}/imports": "read",
  "GET /projects/{project}/imports/{import}": "read ingest",
  "GET /projects/{project}/imports/{import}/issues": "read ingest",
  "POST /projects/{project}/imports/{import}/start": "ingest",
  "POST /projects/{project}/imports/{import}/preview": "ingest",
  "POST /projects/{project}/imports/{import}/cancel": "ingest",
  "POST /projects/{project}/uploads": "ingest",
  "GET /projects/{project}/uploads/{upload}": "ingest",
  "POST /projects/{project}/uploads/{upload}/chunks/{chunk}": "ingest",
  "POST /projects/{project}/uploads/{upload}/complete": "ingest",
  "DELETE /projects/{project}/uploads/{upload}": "ingest",
  "POST /projects/{project}/live-campaigns": "ingest",
  "GET /projects/{project}/live-campaigns": "read",
  "GET /projects/{project}/live-campaigns/{live}": "read ingest",
  "POST /projects/{project}/live-campaigns/{live}/records": "ingest",
  "POST /projects/{project}/live-campaigns/{live}/seal": "ingest",
  "DELETE /projects/{project}/live-campaigns/{live}": "ingest",
  "GET /projects/{project}/campaigns": "read",
  "GET /projects/{project}/campaigns/{campaign}": "read",
  "DELETE /projects/{project}/campaigns/{campaign}": "administer",
  "GET /projects/{project}/deleted-campaigns": "read",
  "GET /projects/{project}/campaigns/{campaign}/holds": "read",
  "POST /projects/{project}/campaigns/{campaign}/holds": "administer",
  "DELETE /projects/{project}/campaigns/{campaign}/content": "administer",
  "GET /projects/{project}/retention": "read",
  "POST /projects/{project}/retention": "administer",
  "GET /projects/{project}/campaigns/{campaign}/report": "read",
  "GET /projects/{project}/campaigns/{campaign}/export": "read",
  "GET /projects/{project}/campaigns/{campaign}/export/proof": "read",
  "GET /checkpoint": "read",
  "GET /projects/{project}/campaigns/{campaign}/verification": "read",
  "GET /projects/{project}/campaigns/{campaign}/proof": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/proof": "read",
  "GET /projects/{project}/campaigns/{campaign}/sources/{file}": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes": "read",
  "GET /projects/{project}/episodes": "read",
  "GET /projects/{project}/episodes/export": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/record": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/events": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/events/text": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/events/search": "read",
  "GET /projects/{project}/campaigns/{campaign}/episodes/{episode}/annotations": "read",
  "POST /projects/{project}/campaigns/{campaign}/episodes/{episode}/annotations": "edit",
  "GET /projects/{project}/audit": "read",
  "GET /projects/{project}/audit/export": "administer",
  "GET /audit": "instance",
  "GET /audit/export": "instance",
};

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it("holds an operation for each route, and a route for each operation", () => {
  const routes = handlers().map(({ route }) => route);
  expect(routes.toSorted()).toEqual(OPERATIONS.map(routeOf).toSorted());
  expect(new Set(routes).size).toBe(routes.length);
});

it("C1: decides for each route which permission opens it", () => {
  const table = Object.fromEntries(
    OPERATIONS.map((operation) => [routeOf(operation), operation.needs.join(" ")]),
  );
  expect(table).toEqual(NEEDS);
});

it("lets nothing but the document be read by anybody, and nothing be changed for reading", () => {
  const open = OPERATIONS.filter(({ needs }) => needs.length === 0).map(({ id }) => id);
  expect(open).toEqual(["readDocument"]);
  const changes = OPERATIONS.filter(({ method }) => method !== "GET");
  expect(changes.length).toBeGreaterThan(5);
  expect(changes.filter(({ needs }) => needs.includes("read"))).toEqual([]);
});

it("has every handler go through the frame that authorises by the operation's own row", () => {
  const rows = new Map(OPERATIONS.map((operation) => [routeOf(operation), operation.id]));
  for (const { route, text } of handlers())
    expect(`${route}${text}`).toMatch(
      new RegExp(`^${route.replaceAll(/[{}.]/g, "\\$&")} = serve(Project)?\\(${rows.get(route)},`),
    );
});
