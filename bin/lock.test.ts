import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { holderOf, takeInstanceLock, tryInstanceLock } from "./instance-lock.mjs";
import { tryLock } from "./lock.mjs";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "aftermath-lock-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock, says "held" or "refused", and stays. */
const holder = async () => {
  const lockModule = new URL("./instance-lock.mjs", import.meta.url).href;
  const script = `
    const { tryInstanceLock } = await import(${JSON.stringify(lockModule)});
    const lock = tryInstanceLock(${JSON.stringify(folder)}, "server");
    process.stdout.write(lock === null ? "refused" : "held");
    if (lock !== null) setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const word = String(await once(child.stdout, "data"));
  return { child, word };
};

describe("tryLock", () => {
  test("one holder at a time, and the next one after its release", () => {
    const path = join(folder, "lock");
    const first = tryLock(path);
    expect(first).not.toBeNull();
    expect(tryLock(path)).toBeNull();
    first?.release();
    const second = tryLock(path);
    expect(second).not.toBeNull();
    second?.release();
  });
});

describe("the instance lock", () => {
  test("of a living process is refused with who holds it and where it serves", () => {
    const lock = takeInstanceLock(folder);
    lock.note({ what: "server", address: "http://localhost:3000" });
    expect(() => takeInstanceLock(folder)).toThrow(
      `Aftermath is already running on ${folder} (process ${process.pid}, http://localhost:3000): stop it first, or set AFTERMATH_DATA_DIR to another folder.`,
    );
    lock.release();
  });

  test("goes with a process that is killed with -9", async () => {
    const { child, word } = await holder();
    expect(word).toBe("held");
    expect(tryInstanceLock(folder, "server")).toBeNull();
    expect(holderOf(folder)).toEqual({ pid: child.pid, what: "server" });
    child.kill("SIGKILL");
    await once(child, "exit");
    const lock = tryInstanceLock(folder, "server");
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test("of five that start at once goes to one", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, holder));
    expect(all.map(({ word }) => word).toSorted()).toEqual([
      "held",
      "refused",
      "refused",
      "refused",
      "refused",
    ]);
    for (const { child } of all) child.kill("SIGKILL");
  });

  test("is refused also when the record is damaged", () => {
    const lock = takeInstanceLock(folder);
    writeFileSync(join(folder, "instance.lock"), '{"pid":');
    expect(holderOf(folder)).toBeNull();
    expect(() => takeInstanceLock(folder)).toThrow(`Aftermath is already running on ${folder}:`);
    lock.release();
  });
});
