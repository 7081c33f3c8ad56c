import { encodePart, withQuery } from "@/lib/format/paths";
import { armKey } from "@/bin/testing/hostile-campaign";
import { armOf, PROJECT, type Hostile } from "./world";

/** An address, and which kind of view it is. `asFile`: a report, opened as its reader would open the file. */
export type View = { kind: string; path: string; asFile?: boolean };

const HOME = `/p/${PROJECT}`;
const API = `/api/v1/projects/${PROJECT}`;

/** Everything in every run takes minutes; lists and long texts show every payload at once anyway. */
const IS_LONG = process.env["AFTERMATH_LONG"] === "1";

function oneOf<T>(items: readonly T[], every: number): T[] {
  return items.filter((_, at) => IS_LONG || at % every === 0);
}

/** What a campaign of packed payloads has of its own: of some of them, with AFTERMATH_LONG=1 of each. */
export function packViews(packs: readonly Hostile[]): View[] {
  return [
    ...oneOf(packs, 12).map(({ slug }) => ({
      kind: "campaign",
      path: `${HOME}/campaigns/${slug}`,
    })),
    ...oneOf(chunks(packs, 8), 6).map((eight) => ({
      kind: "comparison, several",
      path: withQuery(`${HOME}/compare`, sidesOf(eight)),
    })),
    ...oneOf(packs, 48).flatMap((campaign) => [
      { kind: "episode", path: `${HOME}/campaigns/${campaign.slug}/episodes/1` },
      {
        kind: "report of a campaign",
        path: `${API}/campaigns/${campaign.slug}/report?format=html`,
        asFile: true,
      },
      { kind: "comparison", path: withQuery(`${HOME}/compare`, sidesOf([campaign])) },
      {
        kind: "report of a comparison",
        path: withQuery(`${API}/comparison`, { ...sidesOf([campaign]), format: "html" }),
        asFile: true,
      },
    ]),
  ];
}

/** Of the campaigns with a payload to each row: the first in every form, the others where texts are drawn. */
export function viewsOfRows([first, ...others]: readonly Hostile[]): View[] {
  if (first === undefined) return [];
  const drawing = /^(episode, rows|report of rows)$/;
  return [
    ...rowViews(first),
    ...others.flatMap((campaign) =>
      rowViews(campaign).filter(({ kind }) => IS_LONG || drawing.test(kind)),
    ),
  ];
}

function sidesOf([baseline, candidate = baseline, ...also]: readonly (Hostile | undefined)[]) {
  const arm = (campaign: Hostile | undefined, at: number) =>
    campaign === undefined ? "" : armOf(campaign, at);
  return {
    baseline: arm(baseline, 0),
    candidate: arm(candidate, 1),
    ...(also.length === 0 ? {} : { also: also.map((campaign) => arm(campaign, 1)) }),
  };
}

/** The forms of every page, of a campaign with a payload to each row. */
function rowViews(campaign: Hostile): View[] {
  const { slug, texts } = campaign;
  const page = `${HOME}/campaigns/${slug}`;
  const episode = `${page}/episodes/1`;
  const sides = { baseline: armOf(campaign, 0), candidate: armOf(campaign, 1) };
  const reflected = chunks(texts, 36).map((some) => ({
    kind: "episodes, nothing found",
    path: withQuery(`${HOME}/episodes`, {
      text: some.join(" "),
      campaign: some[1],
      arm: some[2],
      attack: some[3],
      case: some[4],
      tool: some[5],
      outcome: some[6],
    }),
  }));
  return [
    { kind: "campaign, rows", path: page },
    { kind: "campaign, verified", path: `${page}?verify=now` },
    {
      kind: "check",
      path: withQuery(`${page}/checks/unknown_tools`, { arm: armKey(texts, 0) }),
    },
    {
      kind: "check",
      path: withQuery(`${page}/checks/disputed`, { arm: armKey(texts, 0) }),
    },
    { kind: "episode, rows", path: episode },
    { kind: "raw record", path: `${episode}?view=record` },
    { kind: "earlier attempt", path: `${episode}?attempt=1` },
    { kind: "search hits", path: withQuery(episode, { find: texts[1] }) },
    { kind: "search hits", path: withQuery(episode, { find: "x9" }) },
    { kind: "beside", path: withQuery(episode, { beside: `${slug}/2` }) },
    { kind: "comparison, rows", path: withQuery(`${HOME}/compare`, sides) },
    {
      kind: "comparison, several",
      path: withQuery(`${HOME}/compare`, {
        ...sides,
        also: [2, 3, 4, 5, 6, 7].map((at) => armOf(campaign, at)),
      }),
    },
    {
      kind: "comparison, choosing",
      path: withQuery(`${HOME}/compare`, { ...sides, choose: "yes" }),
    },
    {
      kind: "comparison, no such arm",
      path: withQuery(`${HOME}/compare`, { baseline: texts[2], candidate: texts[3] }),
    },
    { kind: "episodes of a campaign", path: withQuery(`${HOME}/episodes`, { campaign: slug }) },
    {
      kind: "episodes by ending",
      path: withQuery(`${HOME}/episodes`, { campaign: slug, group: "ending" }),
    },
    {
      kind: "campaigns, filtered",
      path: withQuery(HOME, { q: texts[4], guardrail: texts[5], target: texts[1] }),
    },
    { kind: "planner", path: withQuery(`${HOME}/planner`, { from: armOf(campaign, 0) }) },
    ...reflected,
    { kind: "not found", path: `${HOME}/x9${encodePart(texts.slice(0, 8).join(" "))}` },
    {
      kind: "report of rows",
      path: `${API}/campaigns/${slug}/report?format=html`,
      asFile: true,
    },
  ];
}

/** Lists of the whole project. */
export const LISTS: readonly View[] = [
  { kind: "campaigns", path: HOME },
  { kind: "campaigns, every column", path: `${HOME}?columns=all` },
  { kind: "attacks", path: `${HOME}/attacks` },
  { kind: "attacks", path: `${HOME}/attacks?page=2` },
  { kind: "attacks", path: `${HOME}/attacks?page=3` },
  { kind: "episodes", path: `${HOME}/episodes` },
  { kind: "episodes, found", path: `${HOME}/episodes?text=x9` },
  { kind: "compare, choosing", path: `${HOME}/compare` },
  { kind: "comparisons", path: `${HOME}/comparisons` },
  { kind: "imports", path: `${HOME}/imports` },
  { kind: "planner", path: `${HOME}/planner` },
  { kind: "methods", path: `${HOME}/methods` },
  { kind: "people", path: `${HOME}/settings/people` },
  { kind: "tokens", path: `${HOME}/settings/tokens` },
];

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** Read by programs: never a page, whatever is in them. */
export function dataPaths({ slug }: Hostile): string[] {
  const campaign = `${API}/campaigns/${slug}`;
  return [
    campaign,
    `${API}/campaigns`,
    `${campaign}/report?format=json`,
    `${campaign}/report?format=csv`,
    `${campaign}/export?format=jsonl`,
    `${campaign}/export?format=csv`,
    `${campaign}/proof`,
    `${campaign}/episodes`,
    `${campaign}/episodes/1`,
    `${campaign}/episodes/1/record`,
    `${campaign}/episodes/1/proof`,
    `${campaign}/episodes/1/events`,
    `${campaign}/episodes/1/events/search?text=x9`,
    `${campaign}/episodes/1/annotations`,
    `${API}/episodes/export?format=csv`,
    `${API}/episodes?text=%3Cscript%3E`,
    `${API}/imports`,
    `${API}/live-campaigns`,
    `${API}/audit`,
    `${API}/audit/export?format=csv`,
    `/p/${PROJECT}/compare/arms?find=x9`,
  ];
}
