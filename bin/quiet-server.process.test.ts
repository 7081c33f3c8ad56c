import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { figure } from "@/lib/testing/security-figure";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { type OwnServer, startOwnServer } from "./testing/own-server";

const CANARY = "CANARY-4f1c9b";
let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(() => server.stop());

const API = "/api/v1/projects/support-agent";

/** A file in one import, which is then over. */
async function importText(text: string, name: string): Promise<string> {
  const boundary = "x9boundary";
  const sent = await server.ask(`${API}/imports`, {
    method: "POST",
    headers: {
      origin: server.origin,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  expect(sent.status).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(sent.text));
  for (;;) {
    const now = await server.ask(`${API}/imports/${id}`);
    const { state } = z.object({ state: z.string() }).parse(JSON.parse(now.text));
    if (state !== "uploaded" && state !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A small campaign whose every text is `text`. */
function campaignOf(key: string, text: string): string {
  const lines = [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name: text,
      target: { name: text, version: text },
      corpus: { name: text },
      harness: { name: text },
      startedAt: "2026-03-02T08:00:00Z",
      manifest: { tools: [{ name: text, role: "send" }] },
      tags: [text],
      notes: text,
    },
    { type: "arm", key: "a", name: text, guardrail: { name: text, enabled: true } },
    { type: "case", key: text, attack: text, split: "attack", injection: { door: text, text } },
    {
      type: "episode",
      arm: "a",
      case: text,
      replica: 0,
      termination: "task_done",
      terminationDetail: text,
      marker: { planted: true, witnessed: true, text },
      calls: [{ tool: text, args: { url: text }, executed: true, authorised: false, result: text }],
      events: [{ kind: "message", role: "assistant", text }],
    },
    { type: "end" },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

describe("F12: the log", () => {
  test("F12: holds nothing of what was imported, asked or sent, whatever fails", async () => {
    expect(await importText(campaignOf("f12", CANARY), `${CANARY}.jsonl`)).toBe("done");
    await importText(`${campaignOf("f12-broken", CANARY)}\n{"type":"${CANARY}"`, "broken.jsonl");
    await importText(`not json ${CANARY}`, "nothing.jsonl");
    await importText(campaignOf("f12-nul", `${CANARY}\0\ud800`), "nul.jsonl");
    const own = { origin: server.origin };
    const notes = `${API}/campaigns/nightly-4/episodes/1/annotations`;
    const asked: [string, Parameters<OwnServer["ask"]>[1]][] = [
      [`/p/support-agent/episodes?text=${CANARY}`, {}],
      [`${API}/episodes?text=${CANARY}&campaign=${CANARY}`, {}],
      [`${API}/episodes?${CANARY}=1`, {}],
      [`/p/support-agent?text=%00${CANARY}`, {}],
      ["/p/support-agent", { headers: { cookie: `theme=${CANARY}; session=${CANARY}` } }],
      [API, { headers: { authorization: `Bearer aft_${CANARY.padEnd(43, "x")}` } }],
      [API, { headers: { authorization: `Bearer ${CANARY}` } }],
      [notes, { method: "POST", headers: own, body: `{"text": ${CANARY}` }],
      [notes, { method: "POST", headers: own, body: JSON.stringify({ kind: CANARY }) }],
      [
        notes,
        {
          method: "POST",
          headers: own,
          body: JSON.stringify({ kind: "note", author: CANARY, text: CANARY }),
        },
      ],
      [
        "/p/support-agent",
        { method: "POST", headers: { ...own, "next-action": CANARY }, body: CANARY },
      ],
      [`/?x=${CANARY}`, { headers: { host: "evil.example", referer: `http://x/${CANARY}` } }],
    ];
    for (const [path, given] of asked) await server.ask(path, given);
    const said = server.said() + server.postgresSaid();
    expect(said).toContain('"msg":"request"');
    expect(said.split("\n").filter((line) => line.includes(CANARY))).toEqual([]);
    await figure(
      "F12",
      "4 imports and 12 requests with a canary: 0 hits in stdout, stderr and the log of Postgres (bar: 0)",
    );
  });

  test("F12: a line cannot be forged: each is one object, with the id of its request", async () => {
    const forged = "%0a%7b%22level%22:%22info%22,%22msg%22:%22forged%22%7d%0d%0a%1b[2J";
    await server.ask(`/p/x${forged}`);
    await server.ask(`/api/v1/projects/x${forged}`);
    const lines = server.said().trim().split("\n");
    const line = z.object({
      level: z.string(),
      time: z.iso.datetime(),
      msg: z.string(),
      requestId: z.string().optional(),
      path: z.string().optional(),
    });
    const read = lines.map((text) => line.parse(JSON.parse(text)));
    expect(read.filter(({ msg }) => msg === "forged")).toEqual([]);
    const requests = read.filter(({ msg }) => msg === "request");
    expect(requests.every(({ requestId }) => /^[0-9a-f-]{36}$/.test(requestId ?? ""))).toBe(true);
    expect(requests.at(-1)?.path).toContain("\n");
    expect(server.said()).not.toContain("\u001b");
  });
});

describe("E14: addresses in records", () => {
  test("E14: 500 records with addresses of a trap are imported and looked at, and none is fetched", async () => {
    let hits = 0;
    const trap = createServer((_, response) => {
      hits += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(trap, "listening");
    const address = trap.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = (at: number) => `http://127.0.0.1:${port}/x9/${at}`;
    const head = campaignOf("e14", url(0)).split("\n");
    const episode = head[3] ?? "";
    const records = Array.from({ length: 500 }, (_, at) =>
      episode
        .replaceAll(url(0), url(at + 1))
        .replace(`"case":"${url(at + 1)}"`, `"case":"${url(0)}"`)
        .replace('"replica":0', `"replica":${at}`),
    );
    const text = [...head.slice(0, 3), ...records, head[4]].join("\n");
    expect(await importText(text, "urls.jsonl")).toBe("done");
    const slug = "e14";
    for (const path of [
      "/p/support-agent",
      "/p/support-agent/attacks",
      `/p/support-agent/campaigns/${slug}`,
      `/p/support-agent/campaigns/${slug}/episodes/7`,
      `/p/support-agent/campaigns/${slug}/episodes/7?view=record`,
      `${API}/campaigns/${slug}/export`,
      `${API}/campaigns/${slug}/report?format=html`,
    ])
      expect([path, (await server.ask(path)).status]).toEqual([path, 200]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(hits).toBe(0);
    trap.close();
    await figure(
      "E14",
      "500 records with addresses of a trap imported and looked at: 0 hits (bar: 0)",
    );
  });
});

describe("F9: health", () => {
  test("F9: both say that they are well and nothing else, the process by itself at once", async () => {
    const times: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      const began = performance.now();
      const { status, text } = await server.ask("/api/health");
      times.push(performance.now() - began);
      expect([status, text]).toEqual([200, '{"status":"ok"}']);
    }
    const ready = await server.ask("/api/ready");
    expect([ready.status, ready.text]).toEqual([200, '{"status":"ok"}']);
    for (const name of ready.headers.keys()) expect(name).not.toMatch(/powered|server|version/);
    const median = times.toSorted((a, b) => a - b)[25] ?? 0;
    expect(median).toBeLessThan(100);
    await figure(
      "F9",
      `health answers in ${median.toFixed(1)} ms (median of 50; bar: 10 on a quiet machine), no version, no counts`,
    );
  });
});

describe("D6: nothing leaves the machine", () => {
  const noting = join(PROJECT_ROOT, "bin/testing/note-lookups.mjs");
  const folder = mkdtempSync(join(tmpdir(), "aftermath-lookups-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A command in a network of the loopback alone. */
  async function withoutNetwork(command: string, env: Record<string, string> = {}) {
    // Root needs no user namespace for it, and could not change to the user of Postgres in one.
    const how = process.getuid?.() === 0 ? "-n" : "-rn";
    const { stdout } = await promisify(execFile)(
      "unshare",
      [how, "sh", "-c", `ip link set lo up && exec ${command}`],
      {
        cwd: PROJECT_ROOT,
        env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
      },
    );
    return stdout;
  }

  test("D6: where only the loopback exists a server starts, signs in, imports, shows and exports, and looks up no name", async () => {
    const file = join(folder, "server.txt");
    const round = `'${process.execPath}' --import tsx bin/testing/offline-round.ts ${file}`;
    const done = z.object({
      interfaces: z.array(z.string()),
      imported: z.number(),
      statuses: z.record(z.string(), z.number()),
      lookups: z.array(z.string()),
    });
    const last = (await withoutNetwork(round)).trim().split("\n").at(-1) ?? "";
    const { interfaces, imported, statuses, lookups } = done.parse(JSON.parse(last));
    expect(interfaces).toEqual(["lo"]);
    expect(imported).toBe(0);
    expect(Object.keys(statuses).length).toBeGreaterThan(14);
    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([]);
    expect(lookups).toEqual([]);
    await figure(
      "D6",
      "start, sign-in, imports, pages and exports in a network of the loopback alone: they work, with 0 names looked up",
    );
  });

  test("D6: a name that a program looks up in any way would be seen", async () => {
    const file = join(folder, "control.txt");
    const ways = `
      import dns, { lookup } from "node:dns";
      import { lookup as promised } from "node:dns/promises";
      import net from "node:net";
      const quiet = () => {};
      lookup("a.invalid", quiet);
      dns.resolve4("b.invalid", quiet);
      promised("c.invalid").catch(quiet);
      new dns.promises.Resolver({ timeout: 100, tries: 1 }).resolve4("d.invalid").catch(quiet);
      net.connect({ host: "e.invalid", port: 9 }).on("error", quiet);
      fetch("http://f.invalid/").catch(quiet);
      net.connect({ host: "127.0.0.1", port: 9 }).on("error", quiet);
    `;
    await withoutNetwork(
      `'${process.execPath}' --import '${noting}' --input-type=module -e '${ways}'`,
      { LOOKUPS_NOTED: file },
    );
    const seen = readFileSync(file, "utf8").trim().split("\n");
    expect([...new Set(seen)].toSorted()).toEqual(
      ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.invalid`),
    );
  });
});
