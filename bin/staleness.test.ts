import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt, sourceHash } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { requireNode } from "./node-version.mjs";

let root = "";

const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "aftermath-stale-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("isInstalled", () => {
  const lib = { version: "1.2.3", integrity: "sha512-a" };
  const tool = { version: "2.0.0", integrity: "sha512-b", dev: true };
  const native = { version: "3.0.0", integrity: "sha512-c", optional: true };

  const wanted = (packages: object) =>
    write(
      "package-lock.json",
      JSON.stringify({ packages: { "": { dependencies: { lib: "1.2.3" } }, ...packages } }),
    );
  const present = (packages: object) =>
    write("node_modules/.package-lock.json", JSON.stringify({ packages }));

  beforeEach(() => {
    wanted({ "node_modules/lib": lib, "node_modules/tool": tool, "node_modules/native": native });
    present({ "node_modules/lib": lib });
    write("node_modules/lib/package.json", "{}");
  });

  test("what production needs is there", () => expect(isInstalled(root)).toBe(true));

  test("the tests need the development tools as well", () =>
    expect(isInstalled(root, true)).toBe(false));

  test("no node_modules", () => {
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });

  test("npm was cut off before it wrote its record", () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    expect(isInstalled(root)).toBe(false);
    write("node_modules/.package-lock.json", '{"packages":{"node_mod');
    expect(isInstalled(root)).toBe(false);
  });

  test("a package is missing from the record, or its folder is gone", () => {
    present({});
    expect(isInstalled(root)).toBe(false);
    present({ "node_modules/lib": lib });
    rmSync(join(root, "node_modules/lib"), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });

  test("another version, or the same version with other bytes", () => {
    present({ "node_modules/lib": { ...lib, version: "1.2.2" } });
    expect(isInstalled(root)).toBe(false);
    present({ "node_modules/lib": { ...lib, integrity: "sha512-x" } });
    expect(isInstalled(root)).toBe(false);
  });

  test("an old development tool counts, since it would be run", () => {
    present({ "node_modules/lib": lib, "node_modules/tool": { ...tool, version: "1.9.0" } });
    expect(isInstalled(root)).toBe(false);
  });

  test("binaries of another machine", () => {
    const binary = { ...native, os: ["aix"], cpu: ["ppc64"] };
    wanted({ "node_modules/lib": lib, "node_modules/native": binary });
    expect(isInstalled(root)).toBe(true);
    present({ "node_modules/lib": lib, "node_modules/native": binary });
    expect(isInstalled(root)).toBe(false);
  });
});

describe("isBuilt", () => {
  const built = () => {
    write(".next/BUILD_ID", "x");
    write(".next/aftermath-build", sourceHash(root));
  };

  beforeEach(() => {
    write("app/page.tsx", "one");
    write("lib/stats/mean.ts", "mean");
    write("next.config.ts", "config");
    built();
  });

  test("after a build", () => expect(isBuilt(root, sourceHash(root))).toBe(true));

  test("a new date alone changes nothing", () => {
    utimesSync(join(root, "app/page.tsx"), 0, 0);
    expect(isBuilt(root, sourceHash(root))).toBe(true);
  });

  test.each(["app/page.tsx", "lib/stats/mean.ts", "next.config.ts", "package-lock.json"])(
    "a change in %s",
    (path) => {
      write(path, "two");
      expect(isBuilt(root, sourceHash(root))).toBe(false);
    },
  );

  test("a file renamed, with the same content", () => {
    rmSync(join(root, "lib/stats/mean.ts"));
    write("lib/stats/median.ts", "mean");
    expect(isBuilt(root, sourceHash(root))).toBe(false);
  });

  test("a change in a test is none", () => {
    write("lib/stats/mean.test.ts", "test");
    expect(isBuilt(root, sourceHash(root))).toBe(true);
  });

  test("a build that was cut off", () => {
    rmSync(join(root, ".next/BUILD_ID"));
    expect(isBuilt(root, sourceHash(root))).toBe(false);
    built();
    rmSync(join(root, ".next/aftermath-build"));
    expect(isBuilt(root, sourceHash(root))).toBe(false);
  });
});

describe("requireNode", () => {
  test.each(["20.19.0", "20.20.2", "22.0.0", "24.21.0"])("%s is new enough", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  test.each(["20.18.9", "18.20.0", "9.99.99"])("%s is refused with a sentence", (version) => {
    expect(() => requireNode(version)).toThrow(
      `Aftermath needs Node 20.19 or newer, and this is Node ${version}.`,
    );
  });
});
