import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { figure } from "@/lib/testing/security-figure";

const versions = z.record(z.string(), z.string());
const manifestSchema = z.object({ dependencies: versions, devDependencies: versions });
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

it("F11: what is installed is named by one exact version each, and is at most 40 packages of our choice", async () => {
  const { dependencies, devDependencies } = manifestSchema.parse(read("package.json"));
  const all = { ...dependencies, ...devDependencies };
  const loose = Object.entries(all).filter(
    ([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version),
  );
  expect(loose).toEqual([]);
  const { packages } = lockSchema.parse(read("package-lock.json"));
  const locked = Object.keys(all).map((name) => packages[`node_modules/${name}`]?.version);
  expect(locked).toEqual(Object.values(all));
  const count = Object.keys(dependencies).length;
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThanOrEqual(40);
  await figure("F11", `${count} direct dependencies, every version exact and in the lockfile`);
});
