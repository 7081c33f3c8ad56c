import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join, relative, resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { IMPORTERS } from "./importers/registry";
import { METRICS } from "./metrics/registry";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Who may import whom (ARCHITECTURE.md). Rooms are path prefixes; the longest one that fits a file is
 * its room. `packages` are the only ones that the room may use; absent means any.
 */
const ROOMS: Record<string, { rooms: string[]; packages?: string[]; pure?: boolean }> = {
  "lib/domain": { rooms: [], packages: ["zod"], pure: true },
  "lib/stats": { rooms: [], packages: ["@stdlib"], pure: true },
  "lib/format": { rooms: ["lib/domain"], packages: [], pure: true },
  "lib/metrics": { rooms: ["lib/domain", "lib/stats", "lib/format"], packages: [], pure: true },
  "lib/reports": {
    rooms: ["lib/domain", "lib/stats", "lib/metrics", "lib/format"],
    packages: [],
    pure: true,
  },
  "lib/importers": { rooms: ["lib/domain", "lib/format"], packages: ["zod"], pure: true },
  "lib/testing": { rooms: ["lib/domain", "lib/metrics", "lib/reports"], packages: [], pure: true },
  "lib/integrity": { rooms: [], packages: ["node:crypto"] },
  "lib/audit": { rooms: ["db", "lib/integrity", "lib/domain"] },
  "lib/verification": {
    rooms: [
      "db",
      "lib/ingest",
      "lib/integrity",
      "lib/importers",
      "lib/metrics",
      "lib/domain",
      "lib/format",
      "lib/errors",
    ],
  },
  "lib/ingest": {
    rooms: [
      "lib/audit",
      "lib/integrity",
      "lib/importers",
      "lib/domain",
      "lib/metrics",
      "lib/format",
      "lib/errors",
      "lib/env",
      "db",
    ],
  },
  "lib/retention": {
    rooms: [
      "db",
      "lib/audit",
      "lib/ingest",
      "lib/verification",
      "lib/integrity",
      "lib/domain",
      "lib/format",
      "lib/errors",
    ],
  },
  "lib/answers": {
    rooms: [
      "lib/integrity",
      "db",
      "lib/audit",
      "lib/api",
      "lib/domain",
      "lib/metrics",
      "lib/reports",
      "lib/format",
      "lib/errors",
    ],
  },
  "lib/api": {
    rooms: ["lib/domain", "lib/metrics", "lib/reports", "lib/auth/permissions"],
    packages: ["zod"],
    pure: true,
  },
  "lib/auth": { rooms: ["db", "lib/audit", "lib/domain", "lib/env", "lib/errors", "lib/format"] },
  "lib/auth/permissions": { rooms: [], packages: [], pure: true },
  "lib/http": {
    rooms: [
      "db",
      "lib/api",
      "lib/audit",
      "lib/auth",
      "lib/domain",
      "lib/env",
      "lib/errors",
      "lib/format",
      "lib/importers",
      "lib/ingest",
      "lib/log",
    ],
  },
  "lib/errors": { rooms: [], packages: [] },
  "lib/env": { rooms: ["lib/errors"] },
  "lib/log": { rooms: ["lib/errors"], packages: ["pino", "zod"] },
  components: {
    rooms: ["lib/domain", "lib/format", "lib/metrics", "lib/reports"],
  },
  "db/queries": { rooms: ["db", "lib/domain", "lib/errors"] },
  "db/seed": { rooms: ["db", "lib/domain", "lib/importers", "lib/ingest", "lib/errors"] },
  db: { rooms: ["lib/domain", "lib/errors", "lib/env"] },
  app: { rooms: ["lib", "db", "components"] },
  bin: { rooms: ["lib", "db"] },
};

const TESTS = /\.(test|e2e)\.tsx?$/;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !TESTS.test(path) && !path.includes("/testing/"));
}

const FILES = ["app", "bin", "components", "db", "lib"].flatMap(sources);

function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Every module that a file names, static or dynamic, as a path of ours or a package. */
function importsOf(path: string): { ours: string | null; specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|import\("([^"]+)"\)/g,
  );
  return [...found].map((match) => {
    const specifier = match[2] ?? match[3] ?? "";
    const ours = specifier.startsWith("@/")
      ? specifier.slice(2)
      : specifier.startsWith(".")
        ? relative(ROOT, resolve(ROOT, dirname(path), specifier))
        : null;
    return { ours, specifier, typeOnly: match[1] !== undefined };
  });
}

function isNode(specifier: string): boolean {
  return specifier.startsWith("node:");
}

describe("rooms", () => {
  it("hold every file", () => {
    expect(FILES.filter((path) => roomOf(path) === undefined)).toEqual([]);
    expect(FILES.length).toBeGreaterThan(100);
  });

  it("import only the rooms they may", () => {
    const broken = FILES.flatMap((path) => {
      const room = roomOf(path) ?? "";
      const allowed = [room, ...(ROOMS[room]?.rooms ?? [])];
      return importsOf(path)
        .filter(({ ours }) => ours !== null)
        .filter(({ ours }) => {
          const target = roomOf(ours ?? "") ?? "";
          return !allowed.some((name) => target === name || target.startsWith(`${name}/`));
        })
        .map(({ specifier }) => `${path} imports ${specifier}`);
    });
    expect(broken).toEqual([]);
  });

  it("use only the packages they may", () => {
    const broken = FILES.flatMap((path) => {
      const packages = ROOMS[roomOf(path) ?? ""]?.packages;
      if (packages === undefined) return [];
      return importsOf(path)
        .filter(({ ours }) => ours === null)
        .filter(({ specifier }) => !packages.some((name) => specifier.startsWith(name)))
        .map(({ specifier }) => `${path} imports ${specifier}`);
    });
    expect(broken).toEqual([]);
  });

  it("leave the quantiles to lib/stats and the table library to its one file", () => {
    const users = (prefix: string) =>
      FILES.filter((path) => importsOf(path).some(({ specifier }) => specifier.startsWith(prefix)));
    expect(users("@stdlib/").every((path) => path.startsWith("lib/stats/"))).toBe(true);
    expect(users("@tanstack/react-table")).toEqual(["components/tables/data-table.tsx"]);
  });
});

describe("access", () => {
  /** What a file takes from a module, by name; types are nobody's right to anything. */
  const taken = (path: string, module: string) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const imports = text.matchAll(/import \{([^}]*)\} from "([^"]+)"/g);
    return [...imports]
      .filter(([, , from = ""]) => from.replace(/^@\//, "") === module || from === `./${module}`)
      .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
      .filter((name) => name !== "" && !name.startsWith("type "));
  };

  it("C2: is decided where a scope is made, and only these make one", () => {
    const makers = FILES.filter((path) => taken(path, "db/scope").length > 0);
    const rooms = makers.map((path) => /^(bin\/|lib\/auth\/)/.exec(path)?.[0] ?? path);
    expect([...new Set(rooms)].toSorted()).toEqual(["bin/", "lib/auth/", "lib/http/serve.ts"]);
  });

  it("C2: nothing under app/ looks a project or a token up by itself", () => {
    const around = FILES.filter((path) => path.startsWith("app/")).flatMap((path) => {
      const names = taken(path, "db/queries/projects").concat(taken(path, "db/queries/tokens"));
      return names
        .filter((name) => /^(findProject|listProjects|ensureProject|findToken)\b/.test(name))
        .map((name) => `${path}: ${name}`);
    });
    expect(around).toEqual(["app/api/v1/projects/route.ts: listProjects as everyProject"]);
  });

  /** The actions of a file that do not ask, neither themselves nor by another function of the file. */
  function silentActions(path: string): string[] {
    const text = readFileSync(join(ROOT, path), "utf8");
    const functions = [...text.matchAll(/^(export )?(?:async )?function (\w+)[^]*?^}$/gm)];
    const asking = functions
      .filter(([body]) => /\b(await projectForAction|answerProjectForm)\(/.test(body))
      .map(([, , name = ""]) => new RegExp(`\\b${name}\\(`));
    return functions
      .filter(([body, exported]) => exported !== undefined && !asking.some((by) => by.test(body)))
      .map(([, , name = ""]) => `${path}: ${name}`);
  }

  it("C2: is asked for by every page, layout and action of a project, at its top", () => {
    const ofProject = FILES.filter((path) => path.startsWith("app/(dashboard)/p/[project]/"));
    const frames = ofProject.filter((path) => /\/(page|layout)\.tsx$/.test(path));
    const actions = ofProject.filter((path) =>
      readFileSync(join(ROOT, path), "utf8").startsWith('"use server"'),
    );
    const silent = frames.filter(
      (path) => !readFileSync(join(ROOT, path), "utf8").includes("await projectFor("),
    );
    expect(silent).toEqual([]);
    expect(actions.flatMap(silentActions)).toEqual([]);
    expect([frames.length, actions.length].every((count) => count > 4)).toBe(true);
  });

  it("C6: is of each request: nothing is kept by the framework's caches", () => {
    const cached = FILES.filter((path) =>
      /["']use cache|unstable_cache|\bcacheLife\b|\bforce-cache\b|export const revalidate\b/.test(
        readFileSync(join(ROOT, path), "utf8"),
      ),
    );
    expect(cached).toEqual([]);
  });
});

describe("pure rooms", () => {
  const pure = FILES.filter((path) => ROOMS[roomOf(path) ?? ""]?.pure === true);

  it("touch no clock, no chance, no environment and no Node module", () => {
    const broken = pure.flatMap((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      const effects =
        text.match(/Math\.random|Date\.now|new Date\(\)|process\.|globalThis\.fetch/g) ?? [];
      const nodes = importsOf(path).filter(({ specifier }) => isNode(specifier));
      return [...effects, ...nodes.map(({ specifier }) => specifier)].map(
        (what) => `${path}: ${what}`,
      );
    });
    expect(broken).toEqual([]);
  });
});

describe("registries", () => {
  it("hold every metric file", () => {
    const others = new Set(["metric.ts", "registry.ts", "parity-gate.ts"]);
    const files = readdirSync(join(ROOT, "lib/metrics"))
      .filter((name) => name.endsWith(".ts") && !TESTS.test(name) && !others.has(name))
      .toSorted();
    const registry = readFileSync(join(ROOT, "lib/metrics/registry.ts"), "utf8");
    expect(files.filter((name) => !registry.includes(`"./${name.replace(".ts", "")}"`))).toEqual(
      [],
    );
    expect(files).toHaveLength(METRICS.length);
    expect(new Set(METRICS.map((metric) => metric.id)).size).toBe(METRICS.length);
  });

  it("hold each importer once", () => {
    expect(new Set(IMPORTERS.map((importer) => importer.id)).size).toBe(IMPORTERS.length);
  });
});

describe("pages", () => {
  it("and layouts are server components", () => {
    const clients = FILES.filter((path) => /\/(page|layout)\.tsx$/.test(path)).filter((path) =>
      readFileSync(join(ROOT, path), "utf8").includes('"use client"'),
    );
    expect(clients).toEqual([]);
  });
});

describe("documents", () => {
  it.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])(
    "%s names only paths that exist",
    (name) => {
      const text = readFileSync(join(ROOT, name), "utf8");
      const named = [
        ...text.matchAll(
          /`((?:app|bench|bin|components|db|docs|drizzle|e2e|fixtures|lib|public)\/[^`\s*<>…]*)`/g,
        ),
      ];
      const missing = named
        .map((match) => match[1] ?? "")
        .filter((path) => !existsSync(join(ROOT, path)));
      expect(missing).toEqual([]);
      expect(named.length).toBeGreaterThan(0);
    },
  );
});
