import { describe, expect, test } from "vitest";
import { nameUpload, uploadPath } from "./upload-paths";

describe("uploadPath", () => {
  test.each([
    ["run.jsonl", "run.jsonl"],
    ["runs/a/b.json", "runs/a/b.json"],
    ["../../etc/passwd", "etc/passwd"],
    ["/etc/passwd", "etc/passwd"],
    ["C:\\logs\\run.jsonl", "C:/logs/run.jsonl"],
    ["a//./b/..", "a/b"],
    ["", "unnamed"],
    ["..", "unnamed"],
  ])("%j becomes %j", (given, path) => {
    expect(uploadPath(given)).toBe(path);
  });

  test("is cut to 1,024 characters", () => {
    expect(uploadPath("x".repeat(3000))).toHaveLength(1024);
  });
});

describe("nameUpload", () => {
  test("a folder names the source and leaves its files' paths", () => {
    expect(nameUpload(["runs/a.json", "runs/b/c.json"])).toEqual({
      name: "runs",
      paths: ["a.json", "b/c.json"],
    });
  });

  test("a file names itself; several without a folder have no name of their own", () => {
    expect(nameUpload(["run.jsonl"])).toEqual({ name: "run.jsonl", paths: ["run.jsonl"] });
    expect(nameUpload(["a/x", "b/y"])).toEqual({ name: "upload", paths: ["a/x", "b/y"] });
  });
});
