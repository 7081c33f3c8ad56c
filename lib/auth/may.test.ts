import { expect, it } from "vitest";
import type { ProjectRole } from "@/lib/domain/project-role";
import type { Caller } from "./caller";
import { may, mayHave, mayInstance, maySee, projectsOf } from "./may";
import { type Permission, PERMISSIONS, scopesFor } from "./permissions";

const names: readonly Permission[] = ["read", "edit", "ingest", "administer", "instance"];

const person = (role: ProjectRole | null, instanceAdmin = false): Caller => ({
  kind: "person",
  personId: "p",
  name: "Ada",
  email: "ada@example.org",
  instanceAdmin,
  roles: new Map(role === null ? [] : [["mine", role]]),
});
const token = (...scopes: ("ingest" | "read")[]): Caller => ({
  kind: "token",
  tokenId: "t",
  name: "ci",
  projectId: "mine",
  scopes,
});

/** Every permission of one's own project, as the issue has the roles; "instance" is no project's. */
it.each<[string, Caller, string]>([
  ["nobody", { kind: "nobody" }, ""],
  ["somebody without a role", person(null), ""],
  ["a viewer", person("viewer"), "read"],
  ["an editor", person("editor"), "read edit ingest"],
  ["an admin", person("admin"), "read edit ingest administer"],
  ["the instance's admin", person(null, true), "read edit ingest administer instance"],
  ["a token to bring in", token("ingest"), "ingest"],
  ["a token to read", token("read"), "read"],
  ["a token for both", token("read", "ingest"), "read ingest"],
  ["whoever is at this machine", { kind: "local" }, "read edit ingest administer instance"],
])("C1: %s may: %s", (_, caller, allowed) => {
  expect(names.filter((permission) => may(caller, "mine", permission)).join(" ")).toBe(allowed);
  expect(maySee(caller, "mine")).toBe(allowed !== "");
  const overAll = allowed.endsWith("instance");
  expect([mayInstance(caller), maySee(caller, "theirs")]).toEqual([overAll, overAll]);
  expect(names.some((permission) => may(caller, "theirs", permission))).toBe(overAll);
});

it("knows every permission there is", () => {
  expect(Object.keys(PERMISSIONS).toSorted()).toEqual([...names].toSorted());
});

it("needs one of several permissions, and none is no permission", () => {
  expect(may(token("ingest"), "mine", "read", "ingest")).toBe(true);
  expect(may(token("ingest"), "mine", "read", "edit")).toBe(false);
  expect(may(person("admin"), "mine")).toBe(false);
});

it("lists each caller's own projects", () => {
  expect(projectsOf({ kind: "nobody" })).toEqual([]);
  expect(projectsOf(person("viewer"))).toEqual(["mine"]);
  expect(projectsOf(person(null))).toEqual([]);
  expect(projectsOf(person(null, true))).toBe("every");
  expect(projectsOf(token("read"))).toEqual(["mine"]);
  expect(projectsOf({ kind: "local" })).toBe("every");
  expect(mayHave(token("ingest"), "read")).toBe(false);
  expect(mayHave(person(null), "read")).toBe(true);
});

it("B9: no token decides, annotates or makes tokens", () => {
  expect(scopesFor(["read"])).toEqual(["read"]);
  expect(scopesFor(["ingest"])).toEqual(["ingest"]);
  expect(scopesFor(["read", "ingest"])).toEqual(["read", "ingest"]);
  for (const need of ["edit", "administer", "instance"] as const)
    expect(scopesFor([need])).toEqual([]);
});
