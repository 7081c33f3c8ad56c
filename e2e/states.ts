import type { Page } from "@playwright/test";
import { CAMPAIGNS, EMPTY, STAGED, type Stage } from "./stage";

/** One state of a page: its name, its address, and what the reader does to see it. */
export type PageState = {
  name: string;
  path: string | ((stage: Stage) => string);
  act?: (page: Page) => Promise<void>;
};

const EXAMPLE = "/p/support-agent";
const WORK = `/p/${STAGED}`;
const NONE = `/p/${EMPTY}`;
const OFF = "nightly-3/guardrail-off";
const ON = "nightly-4/guardrail-on";
const ABORTED = "nightly-5/guardrail-on";

/** Every page, in every state that it has and that can be held. */
export const STATES: readonly PageState[] = [
  { name: "campaigns", path: EXAMPLE },
  { name: "campaigns, none yet", path: NONE },
  { name: "campaigns, running and deleted ones", path: `${WORK}?deleted=show` },
  { name: "campaigns, nothing found", path: `${EXAMPLE}?q=nothing-like-it` },
  { name: "campaigns, every column", path: `${EXAMPLE}?columns=all`, act: unfold },
  {
    name: "campaigns, two ticked",
    path: `${EXAMPLE}?tick=${encodeURIComponent(OFF)}&tick=${encodeURIComponent(ON)}`,
  },
  { name: "campaigns, keys", path: EXAMPLE, act: keys },
  { name: "campaign", path: `${EXAMPLE}/campaigns/nightly-4`, act: unfold },
  { name: "campaign, aborted episodes", path: `${EXAMPLE}/campaigns/nightly-5` },
  { name: "campaign, no witness", path: `${EXAMPLE}/campaigns/corpus-0` },
  { name: "campaign, interrupted", path: `${WORK}/campaigns/${CAMPAIGNS.interrupted}` },
  { name: "campaign, disputed and two arms", path: `${WORK}/campaigns/${CAMPAIGNS.complete}` },
  { name: "campaign, unattributed", path: `${WORK}/campaigns/${CAMPAIGNS.unattributed}` },
  { name: "campaign, deleted", path: `${WORK}/campaigns/${CAMPAIGNS.deleted}` },
  {
    name: "campaign, on hold and without content",
    path: `${WORK}/campaigns/${CAMPAIGNS.emptied}`,
    act: unfold,
  },
  { name: "campaign, verified now", path: `${EXAMPLE}/campaigns/nightly-4?verify=now` },
  { name: "meter check", path: `${WORK}/campaigns/${CAMPAIGNS.complete}/checks/disputed?arm=off` },
  {
    name: "meter check, nothing found",
    path: `${EXAMPLE}/campaigns/nightly-4/checks/disputed?arm=guardrail-on`,
  },
  { name: "attacks", path: `${EXAMPLE}/attacks` },
  { name: "attacks, of foreign logs", path: `${WORK}/attacks` },
  { name: "attacks, none yet", path: `${NONE}/attacks` },
  { name: "attacks, nothing found", path: `${EXAMPLE}/attacks?q=nothing-like-it` },
  { name: "compare, choosing", path: `${EXAMPLE}/compare` },
  { name: "compare, one side chosen", path: `${EXAMPLE}/compare?baseline=${OFF}` },
  { name: "compare, nothing to compare", path: `${NONE}/compare` },
  { name: "compare, open and folded", path: `${EXAMPLE}/compare?baseline=${OFF}&candidate=${ON}` },
  {
    name: "compare, open",
    path: `${EXAMPLE}/compare?baseline=${OFF}&candidate=${ON}`,
    act: unfold,
  },
  { name: "compare, refused", path: `${EXAMPLE}/compare?baseline=${OFF}&candidate=${ABORTED}` },
  {
    name: "compare, n/a",
    path: `${EXAMPLE}/compare?baseline=corpus-0/guardrail-off&candidate=${ON}`,
  },
  {
    name: "compare, pooled series",
    path: `${EXAMPLE}/compare?baseline=${OFF}&baseline=nightly-2/guardrail-off&candidate=${ON}&candidate=nightly-1/guardrail-on`,
  },
  {
    name: "compare, several candidates",
    path: `${EXAMPLE}/compare?baseline=${OFF}&candidate=${ON}&also=${ABORTED}`,
  },
  { name: "comparisons", path: `${WORK}/comparisons` },
  { name: "comparisons, none yet", path: `${NONE}/comparisons` },
  { name: "comparison, saved", path: `${WORK}/comparisons`, act: follow("Fence 1.4 against none") },
  {
    name: "comparison, an input deleted since",
    path: `${WORK}/comparisons`,
    act: follow("Across two nights"),
  },
  { name: "episodes", path: `${EXAMPLE}/episodes` },
  { name: "episodes, disputed", path: `${WORK}/episodes?campaign=${CAMPAIGNS.complete}` },
  { name: "episodes, found by text", path: `${EXAMPLE}/episodes?text=invoice&outcome=aborted` },
  { name: "episodes, not all searched", path: `${WORK}/episodes?text=invoice` },
  { name: "episodes, by ending", path: `${EXAMPLE}/episodes?group=ending` },
  { name: "episodes, nothing found", path: `${EXAMPLE}/episodes?text=nothing-like-it` },
  { name: "episodes, none yet", path: `${NONE}/episodes` },
  { name: "episode", path: `${EXAMPLE}/campaigns/nightly-4/episodes/1` },
  { name: "episode, hostile text", path: `${EXAMPLE}/campaigns/nightly-4/episodes/10` },
  {
    name: "episode, aborted",
    path: `${EXAMPLE}/episodes?campaign=nightly-5&outcome=aborted`,
    act: firstEpisode,
  },
  { name: "episode, searched", path: `${EXAMPLE}/campaigns/nightly-4/episodes/10?find=note` },
  { name: "episode, not found in", path: `${EXAMPLE}/campaigns/nightly-4/episodes/10?find=zzzz` },
  { name: "episode, record", path: `${EXAMPLE}/campaigns/nightly-4/episodes/10?view=record` },
  {
    name: "episode, beside another arm",
    path: `${EXAMPLE}/campaigns/nightly-4/episodes/1`,
    act: follow(/^Beside/),
  },
  { name: "episode, disputed", path: `${WORK}/campaigns/${CAMPAIGNS.complete}/episodes/1` },
  { name: "episode, settled", path: `${WORK}/campaigns/${CAMPAIGNS.complete}/episodes/2` },
  { name: "episode, content dropped", path: `${WORK}/campaigns/${CAMPAIGNS.emptied}/episodes/1` },
  { name: "imports", path: `${WORK}/imports` },
  { name: "import, running", path: ({ running }) => running },
  { name: "import, looked at", path: ({ review }) => review },
  { name: "import, unreadable", path: ({ unreadable }) => unreadable },
  { name: "import, refused", path: ({ refused }) => refused },
  { name: "import, recoded", path: ({ recoded }) => recoded, act: unfold },
  { name: "import, discarded", path: ({ discarded }) => discarded },
  { name: "planner", path: `${EXAMPLE}/planner` },
  { name: "planner, no plan", path: `${EXAMPLE}/planner?baseline=5&difference=50` },
  { name: "planner, no campaign yet", path: `${NONE}/planner` },
  { name: "methods", path: `${EXAMPLE}/methods` },
  { name: "settings, people", path: `${EXAMPLE}/settings/people` },
  { name: "settings, tokens", path: `${EXAMPLE}/settings/tokens` },
  { name: "settings, policy", path: `${EXAMPLE}/settings/policy` },
  { name: "settings, retention", path: `${EXAMPLE}/settings/retention?act=delete&days=30` },
  { name: "audit log", path: `${WORK}/settings/audit` },
  { name: "audit log, nothing found", path: `${WORK}/settings/audit?actor=nobody-like-it` },
  { name: "audit log of the installation", path: "/settings/audit" },
  { name: "nothing at this address", path: `${EXAMPLE}/campaigns/never-was` },
  { name: "no such project", path: "/p/nobody" },
];

/** Opens what is folded away, so that it is looked at, too. */
async function unfold(page: Page): Promise<void> {
  for (const details of await page
    .getByRole("main")
    .locator("details:not([open]) > summary")
    .all()) {
    if (await details.isVisible()) await details.click();
  }
}

async function keys(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
}

function follow(name: string | RegExp) {
  return async (page: Page): Promise<void> => {
    const from = page.url();
    await page.getByRole("main").getByRole("link", { name }).first().click();
    await page.waitForURL((url) => url.href !== from);
  };
}

async function firstEpisode(page: Page): Promise<void> {
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/episodes\/\d+/);
}

/** The documents that leave the dashboard, by what they are. */
export const reportPaths = {
  "a campaign": "/api/v1/projects/support-agent/campaigns/nightly-4/report?format=html",
  "an open comparison": `/api/v1/projects/support-agent/comparison?baseline=${OFF}&candidate=${ON}&format=html`,
  "a refused comparison": `/api/v1/projects/support-agent/comparison?baseline=${OFF}&candidate=${ABORTED}&format=html`,
} as const;
