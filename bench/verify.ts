import { spawn } from "node:child_process";
import crypto, { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createDb } from "@/db/client";
import { ensureProject } from "@/db/queries/projects";
import startTestServer from "@/db/testing/global-setup";
import { openTestDatabase } from "@/db/testing/test-database";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { GrowingTree, leafHash } from "@/lib/integrity/merkle-tree";
import { verifyInstance } from "@/lib/verification/verify-instance";
import { median } from "./quantile";

/**
 * `npm run bench:verify`: what proofs cost (security.md A5). The same file is imported as it is and with
 * digests that cost nothing, in turns in one run, each in a process and a database of its own; then it is
 * verified. The bars: hashing at most a tenth of an import, 20,000 episodes of 4 KB verified a second, a tree
 * of 100,000 leaves within 2 s. Times depend on the machine and its load, the share little.
 *
 * Free digests are those of records, of derived rows, of leaves and of nodes, which are made by
 * `crypto.hash`. The fingerprint of the source, which there was before there were proofs, stays.
 */
const SELF = fileURLToPath(import.meta.url);
const EPISODES = 20_000;
const ROUNDS = 3;
const TREE_LEAVES = 100_000;

const KINDS = ["hashed", "unhashed"] as const;
type Kind = (typeof KINDS)[number];

const costSchema = z.object({ seconds: z.number(), cpuSeconds: z.number() });
const measuredSchema = z.object({ import: costSchema, verify: costSchema.nullable() });
type Cost = z.output<typeof costSchema>;
type Measured = z.output<typeof measuredSchema>;

const [kind, url, path] = process.argv.slice(2);
if (kind !== undefined && url !== undefined && path !== undefined)
  await runAsChild(kind, url, path);
else await runAll();

async function runAsChild(name: string, databaseUrl: string, source: string): Promise<void> {
  const database = createDb(databaseUrl);
  const { id: projectId } = await ensureProject(database.db, "bench", "Bench");
  if (name === "unhashed") makeDigestsFree();
  const imported = await costOf(async () => {
    const given = { database, projectId, source: await folderSource(source), options: {} };
    const result = await ingestSource(given);
    if (result.state !== "done") throw new Error(`the import ended as ${result.state}`);
  });
  const verify = name === "hashed" ? await verified(database.sql) : null;
  await database.close();
  process.stdout.write(JSON.stringify({ import: imported, verify } satisfies Measured));
}

function makeDigestsFree(): void {
  const bytes = Buffer.alloc(32, 7);
  const hash = (_: string, __: unknown, encoding?: string) =>
    encoding === "buffer" ? bytes : bytes.toString("hex");
  Object.assign(crypto, { hash });
  syncBuiltinESMExports();
}

async function verified(sql: Parameters<typeof verifyInstance>[0]): Promise<Cost> {
  const verify = async () => {
    const { campaigns } = await verifyInstance(sql, { campaignId: null, key: null });
    if (campaigns.some(({ state }) => state !== "proven")) throw new Error("it is not proven");
  };
  await verify(); // what it needs is compiled then
  return costOf(verify);
}

/** By the clock, and by the processor time of this process. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 };
}

async function runAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-bench-verify-"));
  const stopServer = await startTestServer();
  try {
    const file = join(folder, "run.jsonl");
    writeFileSync(file, nativeText({ episodes: Array.from({ length: EPISODES }, episodeOf4Kb) }));
    const runs: Record<Kind, Measured[]> = { hashed: [], unhashed: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      // Each comes first as often as the other, so that a warm cache favours neither.
      for (const one of round % 2 === 0 ? KINDS : KINDS.toReversed())
        runs[one].push(await inChild(one, file));
    print(runs);
    console.log(`a tree of ${TREE_LEAVES} leaves: ${treeSeconds().toFixed(2)} s (bar: 2 s)`);
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`load ${load} on ${availableParallelism()} processors`);
  } finally {
    await stopServer();
    rmSync(folder, { recursive: true, force: true });
  }
}

function episodeOf4Kb(_: unknown, no: number) {
  return {
    replica: no,
    finalAnswer: randomBytes(1800).toString("hex"),
    calls: [{ tool: "send_email", executed: true, marker: { inArguments: true } }],
  };
}

function print({ hashed, unhashed }: Record<Kind, Measured[]>): void {
  for (const by of ["seconds", "cpuSeconds"] as const) {
    const [whole, without] = [hashed, unhashed].map((runs) =>
      median(runs.map((run) => run.import[by])),
    );
    const verify = median(hashed.flatMap((run) => (run.verify === null ? [] : [run.verify[by]])));
    const share = (1 - (without ?? 0) / (whole ?? 1)) * 100;
    const clock = by === "seconds" ? "by the clock" : "by processor time of the process";
    console.log(
      `${clock}: import ${whole?.toFixed(2)} s, with free digests ${without?.toFixed(2)} s: ` +
        `hashing is ${share.toFixed(1)} % (bar: 10 %); ` +
        `verified ${Math.round(EPISODES / verify)} episodes of 4 KB a second (bar: 20,000)`,
    );
  }
}

function treeSeconds(): number {
  const began = performance.now();
  const tree = new GrowingTree();
  for (let no = 0; no < TREE_LEAVES; no += 1) tree.add(leafHash(`leaf ${no}`));
  tree.root();
  return (performance.now() - began) / 1000;
}

/** Runs one import on an empty database in a process of its own. */
async function inChild(what: Kind, source: string): Promise<Measured> {
  const database = await openTestDatabase();
  try {
    const args = ["--import", "tsx", SELF, what, database.url, source];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    let out = "";
    for await (const chunk of child.stdout) out += String(chunk);
    await exit;
    if (child.exitCode !== 0) throw new Error(`${what} ended with ${child.exitCode}`);
    return measuredSchema.parse(JSON.parse(out));
  } finally {
    await database.drop();
  }
}
