import type { Browser, Page } from "@playwright/test";
import { figure } from "@/lib/testing/security-figure";
import { expect, test } from "./fixtures";
import { audit, drawnIn, hangHooks, ranIn, watch } from "./hostile/audit";
import { TEXT_FIELDS, textsByField } from "./hostile/fields";
import { DRAWN_FORMS } from "./hostile/packs";
import { PAYLOADS } from "./hostile/payloads";
import { dataPaths, LISTS, packViews, type View, viewsOfRows } from "./hostile/views";
import {
  fillAuditLog,
  giveNames,
  handIn,
  importHostile,
  PACKS,
  packRecords,
  PROJECT,
  withProjects,
  type Hostile,
} from "./hostile/world";

const HOME = `/p/${PROJECT}`;

/**
 * Kinds of views in which every payload is drawn as it is, not only stored. A report runs lines together,
 * and a list of imports knows files by names, which hold no slash.
 */
const DRAW_ALL = [
  "episode, rows",
  "campaigns",
  "attacks",
  "episodes",
  "tokens",
  "audit log",
  "campaigns, deleted",
];

let packs: Hostile[] = [];
let rows: Hostile[] = [];
let handedIn: string[] = [];

test.describe.configure({ mode: "serial", timeout: 600_000 });
// A trace keeps a copy of every document; there are hundreds here, and each is large.
test.use({ trace: "off" });

test.beforeAll(async ({ playwright, baseURL }) => {
  test.setTimeout(600_000);
  ({ packs, rows } = await importHostile());
  const { origin } = new URL(baseURL ?? "");
  const request = await playwright.request.newContext({ baseURL: origin });
  handedIn = await handIn(request, origin, { packs, rows });
  await request.dispose();
});

test("D1: every text field of the format holds every payload", async () => {
  const texts = textsByField(PACKS.flatMap(packRecords));
  const lacking = TEXT_FIELDS.filter((field) => {
    const held = [...new Set(texts.get(field))];
    return PAYLOADS.some((payload) => !held.some((text) => text.includes(payload)));
  });
  expect(lacking).toEqual([]);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
});

test("the payloads are live: a page that takes them for markup runs them", async ({ browser }) => {
  // A page of its own, which nobody watches: here everything is to happen that must not happen elsewhere.
  const page = await browser.newPage();
  await hangHooks(page);
  await page.route("**/*", (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const payload = PAYLOADS[Number(pathname.slice(1))];
    return hostname === "live.example" && payload !== undefined
      ? route.fulfill({ contentType: "text/html", body: `<!doctype html><p>${payload}</p>` })
      : route.abort();
  });
  const dead: string[] = [];
  for (const [at, payload] of PAYLOADS.slice(0, 40).entries()) {
    await page.goto(`http://live.example/${at}`);
    const { faults } = await audit(page);
    if (faults.length === 0 && (await ranIn(page)).length === 0) dead.push(payload);
  }
  await page.close();
  expect(dead).toEqual([]);
});

/** What was seen over all views. */
type Seen = {
  kinds: Set<string>;
  views: number;
  elements: number;
  faults: string[];
  drawn: Map<string, Set<number>>;
};

/** A page that nobody else watches, and what opens a view in it and looks at everything there. */
async function looker(browser: Browser, origin: string, seen: Seen) {
  const page = await browser.newPage({ baseURL: origin });
  await hangHooks(page);
  const beside = watch(page, origin);
  const look = async (kind: string) => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const found = await audit(page);
    for (const fault of [...found.faults, ...(await ranIn(page)), ...beside.splice(0)])
      seen.faults.push(`${kind}, ${page.url().slice(0, 110)}: ${fault}`);
    seen.kinds.add(kind);
    seen.views += 1;
    seen.elements += found.elements;
    const drawn = seen.drawn.get(kind) ?? new Set();
    for (const at of await drawnIn(page, DRAWN_FORMS)) drawn.add(at);
    seen.drawn.set(kind, drawn);
  };
  const open = async ({ kind, path, asFile }: View) => {
    await (asFile === true ? openAsFile(page, path) : page.goto(path));
    await look(kind);
  };
  return { page, open };
}

/** A report is a download; here it is opened as its reader would open the file, with its own policy alone. */
async function openAsFile(page: Page, path: string): Promise<void> {
  const response = await page.request.get(path);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"$/);
  expect(response.headers()["content-security-policy"]).toBe("sandbox; default-src 'none'");
  const body = await response.text();
  await page.route("**/x9-report", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/x9-report");
  await page.unroute("**/x9-report");
}

test("D1, D3, D5, D6: no payload in any field runs, draws or leads anywhere in any view", async ({
  browser,
  page: watched,
  baseURL,
}) => {
  const { origin } = new URL(baseURL ?? "");
  const seen: Seen = {
    kinds: new Set(),
    views: 0,
    elements: 0,
    faults: [],
    drawn: new Map(),
  };
  const [baseline, candidate] = packs;
  if (baseline === undefined || candidate === undefined) throw new Error("nothing was imported");
  const comparisons = await giveNames(watched, [baseline, candidate]);
  const queue = [
    ...packViews(packs),
    ...viewsOfRows(rows),
    ...LISTS,
    ...handedIn.slice(0, 2).map((path) => ({ kind: "import", path })),
    ...packs.slice(0, 2).map(({ importPage }) => ({ kind: "import, done", path: importPage })),
    ...comparisons.slice(0, 2).map((path) => ({ kind: "comparison, saved", path })),
  ].values();
  // Two at once: while one is drawn, the server makes the other.
  const one = await looker(browser, origin, seen);
  const other = await looker(browser, origin, seen);
  const goOn = async ({ open }: typeof one) => {
    for (const view of queue) await open(view);
  };
  await Promise.all([goOn(one), goOn(other)]);

  await fillAuditLog();
  await one.open({ kind: "audit log", path: `${HOME}/settings/audit` });
  await one.open({ kind: "audit log of the installation", path: "/settings/audit" });
  await withProjects(() => one.open({ kind: "projects", path: HOME }));
  const api = `/api/v1/projects/${PROJECT}/campaigns`;
  for (const { slug } of packs)
    await one.page.request.delete(`${api}/${slug}`, { headers: { origin } });
  await one.open({ kind: "campaigns, deleted", path: `${HOME}?deleted=show` });
  await one.open({ kind: "campaign, deleted", path: `${HOME}/campaigns/${baseline.slug}` });
  await Promise.all([one.page.close(), other.page.close()]);

  expect([...new Set(seen.faults)].slice(0, 60)).toEqual([]);
  const undrawn = DRAW_ALL.map((kind) => {
    const drawn = seen.drawn.get(kind);
    return [kind, PAYLOADS.filter((_, at) => drawn?.has(at) !== true)];
  });
  expect(undrawn.filter(([, missing]) => missing?.length !== 0)).toEqual([]);
  await figure(
    "D1",
    `${PAYLOADS.length} payloads × ${TEXT_FIELDS.length} fields × ${seen.kinds.size} views: ${seen.views} pages, ${seen.elements} elements, 0 dialogs, 0 scripts run, 0 violations of the policy, 0 requests elsewhere, 0 elements made of data (bar: 300, 0)`,
  );
});

test("D1: what programs read is no page to a browser", async ({ browser, request, baseURL }) => {
  const { origin } = new URL(baseURL ?? "");
  const [campaign] = rows;
  if (campaign === undefined) throw new Error("nothing was imported");
  const page = await browser.newPage({ baseURL: origin });
  await hangHooks(page);
  const beside = watch(page, origin);
  const faults: string[] = [];
  for (const path of dataPaths(campaign)) {
    const answer = await request.get(path);
    const { "content-type": type = "none", ...headers } = answer.headers();
    const kind = `${path}: ${answer.status()} ${type}`;
    if (answer.status() !== 200) faults.push(kind);
    if (!/^(application\/(x-ndjson|json|octet-stream)|text\/csv)/.test(type)) faults.push(kind);
    if (headers["x-content-type-options"] !== "nosniff") faults.push(`${kind}: may be sniffed`);
    const disposition = headers["content-disposition"];
    if (disposition !== undefined) {
      if (!/^attachment; filename="[\w.-]+"$/.test(disposition)) faults.push(disposition);
      continue;
    }
    await page.goto(path);
    faults.push(...(await ranIn(page)), ...beside.splice(0));
  }
  expect(faults).toEqual([]);
  await page.close();
});
