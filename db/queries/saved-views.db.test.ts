import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { deleteView, listViews, MOST_VIEWS, saveView } from "./saved-views";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

const names = async (scope: Scope, page: "campaigns" | "attacks" = "campaigns") =>
  (await listViews(database.db, scope, page)).map(({ name, query }) => [name, query]);

test("a view is kept under its name, and saving the name again replaces it", async () => {
  const scope = await database.newProject();
  const { db } = database;
  expect(await saveView(db, scope, { page: "campaigns", name: "nightly", query: "q=n" })).toMatch(
    /^[0-9a-f-]{36}$/,
  );
  await saveView(db, scope, { page: "campaigns", name: "Aborted", query: "sort=-ended" });
  await saveView(db, scope, { page: "campaigns", name: "nightly", query: "q=m" });
  expect(await names(scope)).toEqual([
    ["Aborted", "sort=-ended"],
    ["nightly", "q=m"],
  ]);
});

test("views belong to one page and one project", async () => {
  const [mine, other] = [await database.newProject(), await database.newProject()];
  const { db } = database;
  await saveView(db, mine, { page: "attacks", name: "mine", query: "" });
  expect(await names(mine)).toEqual([]);
  expect(await names(other, "attacks")).toEqual([]);
  const [view] = await listViews(db, mine, "attacks");
  await deleteView(db, other, view?.id ?? "");
  expect(await names(mine, "attacks")).toEqual([["mine", ""]]);
  await deleteView(db, mine, view?.id ?? "");
  expect(await names(mine, "attacks")).toEqual([]);
});

test("saving one view at once by several people leaves one", async () => {
  const scope = await database.newProject();
  await Promise.all(
    Array.from({ length: 8 }, () =>
      saveView(database.db, scope, { page: "campaigns", name: "same", query: "q=1" }),
    ),
  );
  expect(await names(scope)).toEqual([["same", "q=1"]]);
});

test("a full page takes no new name, and still replaces one that it has", async () => {
  const scope = await database.newProject();
  const { db } = database;
  for (let at = 0; at < MOST_VIEWS; at += 1)
    await saveView(db, scope, { page: "campaigns", name: `view ${at}`, query: "" });
  expect(await saveView(db, scope, { page: "campaigns", name: "one more", query: "" })).toBeNull();
  expect(await saveView(db, scope, { page: "campaigns", name: "view 7", query: "q=7" })).toMatch(
    /-/,
  );
  expect(await names(scope)).toHaveLength(MOST_VIEWS);
});
