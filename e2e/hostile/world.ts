import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { z } from "zod";
import { audit } from "@/lib/audit/audit";
import { encodePart } from "@/lib/format/paths";
import { importPaths, withDatabase } from "../stage";
import { armKey, hostileRecords, linesOf } from "@/bin/testing/hostile-campaign";
import { packed, storable } from "./packs";
import { PAYLOADS } from "./payloads";

export const PROJECT = "hostile";
const API = `/api/v1/projects/${PROJECT}`;

/** A stored campaign and the texts that it is made of. */
export type Hostile = { slug: string; texts: readonly string[]; importPage: string };

/** The campaign's arm, as addresses name it. */
export function armOf({ slug, texts }: Hostile, at: number): string {
  return `${slug}/${armKey(texts, at)}`;
}

/** Names hold as many payloads as a page draws of a name; each in every field that takes any text. */
export const PACKS: readonly string[] = packed(PAYLOADS, 190);

export function packRecords(pack: string, at: number): object[] {
  return hostileRecords(`${at} ${pack}`, [pack], 2);
}

/** In rows and names of their own, for what is only dangerous when it stands alone. */
const ROWS: readonly (readonly string[])[] = [0, 1, 2].map((part) =>
  PAYLOADS.filter((_, at) => at % 3 === part),
);

const ARMS = 8;

/** Imports every payload in every field of a record; the command line takes files of any name. */
export async function importHostile(): Promise<{ packs: Hostile[]; rows: Hostile[] }> {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-hostile-"));
  const packs = await importAll(
    folder,
    PACKS.map((pack, at) => ({ texts: [pack], name: pack, records: packRecords(pack, at) })),
  );
  const rows = await importAll(
    folder,
    ROWS.map((texts, at) => ({
      texts,
      name: `rows-${at}`,
      records: hostileRecords(`rows-${at}`, texts, ARMS),
    })),
  );
  return { packs, rows };
}

type File = { texts: readonly string[]; name: string; records: object[] };

async function importAll(folder: string, files: readonly File[]): Promise<Hostile[]> {
  const paths = files.map(({ name, records }) => {
    const path = join(folder, `${name.replaceAll(/[/\0]/g, "|")}.jsonl`);
    writeFileSync(path, linesOf(records));
    return path;
  });
  const imported = await importPaths(PROJECT, ...paths);
  return imported.map(({ page, importId }, at) => ({
    slug: page.split("/campaigns/")[1] ?? "",
    texts: files[at]?.texts ?? [],
    importPage: `/p/${PROJECT}/imports/${importId}`,
  }));
}

/** Notes, disputes, campaigns that are being sent, and files that are refused, as programs hand them in. */
export async function handIn(
  request: APIRequestContext,
  origin: string,
  { packs, rows }: { packs: readonly Hostile[]; rows: readonly Hostile[] },
): Promise<string[]> {
  const headers = { origin };
  const post = async (path: string, data: string | object, status: number) => {
    const answer = await request.post(`${API}/${path}`, { headers, data });
    if (answer.status() !== status) throw new Error(`${path}: ${await answer.text()}`);
  };
  for (const [at, author] of packed(PAYLOADS, 100).entries()) {
    const kind = at % 4 === 0 ? "dispute" : "note";
    const said = { kind, author: storable(author).slice(0, 100), text: storable(author) };
    const { slug = "" } = rows[at % rows.length] ?? {};
    await post(
      `campaigns/${slug}/episodes/1/annotations`,
      kind === "note" ? said : { ...said, outcome: "attack_success" },
      201,
    );
  }
  for (const [at, { texts }] of packs.entries()) {
    const [first = {}] = packRecords(texts[0] ?? "", at);
    await post("live-campaigns", { ...first, key: `live ${at} ${texts[0]}` }, 201);
  }
  const pages: string[] = [];
  for (const { slug, texts } of rows)
    for (const review of ["", "?review=yes"])
      pages.push(await upload(request, { origin, slug, texts, review }));
  return pages;
}

/** A file in which payloads stand where a record is expected, and in names of fields. */
async function upload(
  request: APIRequestContext,
  given: { origin: string; slug: string; texts: readonly string[]; review: string },
): Promise<string> {
  const { texts } = given;
  const broken = [
    linesOf(hostileRecords(`broken-${given.slug}${given.review}`, texts, 2).slice(0, -1)),
    ...texts,
    ...texts.map((text) => JSON.stringify({ type: text, [text]: text })),
    ...texts.map((text) => JSON.stringify({ type: "episode", arm: text, case: text })),
    ...texts.map((text) =>
      JSON.stringify({ type: "case", key: `more ${text}`, attack: text, split: text, [text]: 1 }),
    ),
  ].join("\n");
  const name = `${(texts[0] ?? "").replaceAll(/[/\\\0]/g, "|")}.jsonl`;
  const sent = await request.post(`${API}/imports${given.review}`, {
    headers: { origin: given.origin },
    multipart: { file: { name, mimeType: "text/plain", buffer: Buffer.from(broken) } },
  });
  const { id } = z.object({ id: z.string() }).parse(await sent.json());
  for (;;) {
    const now: unknown = await (await request.get(`${API}/imports/${id}`)).json();
    const { state } = z.object({ state: z.string() }).parse(now);
    if (!["uploaded", "running"].includes(state)) return `/p/${PROJECT}/imports/${id}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Names that people give, which have no other way in than one form each: written as the forms write them. */
export async function giveNames(page: Page, pair: readonly [Hostile, Hostile]): Promise<string[]> {
  const [baseline, candidate] = pair.map((campaign, at) => armOf(campaign, at));
  await page.goto(
    `/p/${PROJECT}/compare?baseline=${encodePart(baseline ?? "")}&candidate=${encodePart(candidate ?? "")}`,
  );
  await page.getByLabel("Name of this comparison").fill("x9");
  await page.getByRole("button", { name: "Save this comparison" }).click();
  await page.waitForURL(/\/comparisons\/[^/]+$/);
  return withDatabase(async (sql) => {
    const saved = await sql<{ id: string }[]>`
      insert into saved_comparisons
      select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', given.name))).*
      from saved_comparisons s, unnest(${packed(PAYLOADS, 110).map((name) => storable(name).slice(0, 120))}::text[]) as given (name)
      where s.name = 'x9'
      returning id`;
    for (const [at, text] of packed(PAYLOADS, 75).entries()) {
      const on = ["campaigns", "attacks", "episodes"][at % 3] ?? "";
      const name = storable(text).slice(0, 80);
      await sql`
        insert into saved_views (id, project_id, page, name, query)
        select gen_random_uuid(), id, ${on}, ${name}, ${`text=${encodePart(name)}`}
        from projects where slug = ${PROJECT}`;
    }
    for (const name of PACKS.map(storable))
      await sql`
        insert into api_tokens (id, project_id, name, prefix, sha256, scopes)
        select gen_random_uuid(), id, ${name}, 'aft_x9', sha256(convert_to(${name}, 'UTF8')), '{read}'
        from projects where slug = ${PROJECT}`;
    return saved.map(({ id }) => `/p/${PROJECT}/comparisons/${id}`);
  });
}

/** What an entry of the audit log may quote: who, which object, and what besides. */
export async function fillAuditLog(): Promise<void> {
  await withDatabase(async (sql) => {
    const [project] = await sql<{ id: string }[]>`select id from projects where slug = ${PROJECT}`;
    for (const pack of PACKS)
      await sql.begin((tx) =>
        audit(
          tx,
          { kind: "person", id: null, name: pack },
          {
            action: "annotation.added",
            projectId: project?.id ?? null,
            object: { kind: "campaign", id: pack },
            detail: { name: pack },
          },
        ),
      );
  });
}

/** Projects named by payloads, for as long as `work` goes on: every page lists them. */
export async function withProjects(work: () => Promise<void>): Promise<void> {
  await withDatabase(async (sql) => {
    for (const [at, pack] of PACKS.entries())
      await sql`
        insert into projects (id, slug, name)
        values (gen_random_uuid(), ${`hostile-name-${at}`}, ${storable(pack)})`;
    try {
      await work();
    } finally {
      await sql`delete from projects where slug like 'hostile-name-%'`;
    }
  });
}
