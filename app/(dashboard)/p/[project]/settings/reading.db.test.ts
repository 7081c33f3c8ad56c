import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { findProject } from "@/db/queries/projects";
import { opened, type Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { ROLE_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { SYSTEM } from "@/lib/domain/actor";
import { setRetention } from "@/lib/retention/set-retention";

let database: TestDatabase;
let scope: Scope;
let role: keyof typeof ROLE_PERMISSIONS;
let asked: Permission[];

vi.mock("server-only", () => ({}));
vi.mock("@/lib/auth/project-access", () => ({
  projectFor: async (slug: string, permission: Permission) => {
    asked.push(permission);
    const found = await findProject(database.db, slug);
    if (found === null) throw new Error("a project");
    const has: readonly Permission[] = ROLE_PERMISSIONS[role];
    return { project: opened(found), scope, can: (also: Permission) => has.includes(also) };
  },
}));

const { database: appDatabase } = await import("@/db");
const { default: PolicyPage } = await import("./policy/page");
const { default: RetentionPage } = await import("./retention/page");

beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  scope = await database.newProject();
  await setRetention(database, scope, { ...SYSTEM, name: "Ada" }, { act: "drop", days: 90 });
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});
beforeEach(() => {
  asked = [];
});

const params = Promise.resolve({ project: "project-1" });
const searchParams = Promise.resolve({ act: "delete", days: "5" });
const pages = {
  policy: async () => renderToStaticMarkup(await PolicyPage({ params })),
  retention: async () => renderToStaticMarkup(await RetentionPage({ params, searchParams })),
};

const CONTROLS = /<(form|button|input|select|textarea)\b/;
const WHO = "Only an admin of this project changes it.";

it.each(["viewer", "editor"] as const)(
  "C1: as %s one reads policy and retention, and is offered no change",
  async (by) => {
    role = by;
    const [policy, retention] = [await pages.policy(), await pages.retention()];
    expect(asked).toEqual(["read", "read"]);
    for (const page of [policy, retention]) {
      expect(page).not.toMatch(CONTROLS);
      expect(page).toContain(WHO);
    }
    expect(policy).toMatch(/Margin.*± 5 points.*came with the project/s);
    expect(retention).toContain("Drop the content, keep the figures 90 days after it was sealed.");
    expect(retention).toContain("What it is about now");
    // What the address asks to look at is for whoever may set it.
    expect(retention).not.toContain("would be");
  },
);

it("C1: an admin changes both", async () => {
  role = "admin";
  const [policy, retention] = [await pages.policy(), await pages.retention()];
  for (const page of [policy, retention]) {
    expect(page).toMatch(CONTROLS);
    expect(page).not.toContain(WHO);
  }
  expect(policy).toContain("Save as version 2");
  expect(retention).toContain("Set it so");
});
