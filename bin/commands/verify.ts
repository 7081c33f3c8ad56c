import { createDb, type Db } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import { findDeleted } from "@/db/queries/deleted-campaigns";
import { findProject } from "@/db/queries/projects";
import { scopeIn } from "@/db/scope";
import { AppError } from "@/lib/errors";
import { fixed, plural } from "@/lib/format/numbers";
import { type AuditVerification, verifyAudit } from "@/lib/audit/verify-audit";
import { keptToVerify } from "@/lib/ingest/kept-checkpoint";
import { readSigner } from "@/lib/ingest/signing-key";
import type { Finding, VerifiedCampaign } from "@/lib/verification/finding";
import { NO_SEAL } from "@/lib/format/no-proof-sentence";
import { deletionWords, droppedWords } from "@/lib/reports/integrity-sentences";
import { verifyInstance, type Verification } from "@/lib/verification/verify-instance";
import { withDatabase } from "../with-database";
import { printable } from "./import-progress";
import { givenKey, keptCheckpoint } from "./verify-given";

type Options = {
  project: string;
  /** By its address; absent: everything that the instance holds. */
  campaign?: string | undefined;
  /** A file with a checkpoint that was kept elsewhere. */
  checkpoint?: string | undefined;
  publicKey?: string | undefined;
  recompute: boolean;
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

/** Exit codes; 3, an error, is what an exception becomes. */
const EXITS = { proven: 0, dropped: 0, changed: 1, unsealed: 2 } as const;

/**
 * Proves that what is stored is what was sealed, or says what is not.
 *
 * @throws AppError invalid_input: a file or a key that is none; not_found: no such campaign
 */
export async function runVerify(options: Options): Promise<number> {
  const kept = (await keptCheckpoint(options.checkpoint)) ?? undefined;
  const given = givenKey(options.publicKey);
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 2 });
      try {
        const campaignId = await campaignIdOf(database.db, options);
        const key = given ?? readSigner(process.env);
        const server = keptToVerify(process.env, key);
        const began = performance.now();
        const { recompute } = options;
        const { audited, ...verification } = await verifyInstance(database.sql, {
          campaignId,
          key,
          kept,
          server,
          recompute,
        });
        const audit = campaignId === null ? await verifyAudit(database.db, audited) : null;
        const verified = { ...verification, audit };
        const seconds = (performance.now() - began) / 1000;
        if (options.json) process.stdout.write(`${JSON.stringify({ ...verified, seconds })}\n`);
        else process.stdout.write(`${inWords(verified, { seconds, hasKey: key !== null })}\n`);
        return EXITS[stateOf(verified)];
      } finally {
        await database.close();
      }
    },
    options.log,
    options.signal,
  );
}

/** @returns null for all of the instance; one that was deleted has an id still */
async function campaignIdOf(db: Db, { project, campaign }: Options): Promise<string | null> {
  if (campaign === undefined) return null;
  const found = await findProject(db, project);
  if (found !== null) {
    const scope = scopeIn(found.id);
    const row =
      (await findCampaign(db, scope, campaign)) ?? (await findDeleted(db, scope, campaign));
    if (row !== null) return row.id;
  }
  throw new AppError("not_found", `There is no campaign "${campaign}" in "${project}".`);
}

/** The audit log is the whole installation's: null where one campaign was asked for. */
type Verified = Omit<Verification, "audited"> & { audit: AuditVerification | null };

function stateOf({ findings, campaigns, audit }: Verified): keyof typeof EXITS {
  const states = campaigns.map(({ state }) => state);
  const isAltered = audit !== null && audit.faults.length > 0;
  if (findings.length > 0 || isAltered || states.includes("changed")) return "changed";
  if (states.includes("unsealed")) return "unsealed";
  return states.includes("dropped") ? "dropped" : "proven";
}

function inWords(
  verification: Verified,
  { seconds, hasKey }: { seconds: number; hasKey: boolean },
): string {
  const { log, campaigns, deleted, findings, audit } = verification;
  const episodes = campaigns.reduce((sum, campaign) => sum + campaign.episodes, 0);
  const speed = Math.round(episodes / Math.max(seconds, 0.001));
  return [
    `log: ${plural(log.size, "entry", "entries")}, root ${log.root}`,
    `  ${plural(log.checkpoints, "checkpoint")} held against it${log.foreign === 0 ? "" : `, ${log.foreign} of other keys`}`,
    ...(hasKey
      ? []
      : ["  no signing key is here: signatures were held to the keys stored beside them"]),
    ...findings.map(said),
    ...(audit === null ? [] : auditLines(audit)),
    ...campaigns.flatMap(campaignLines),
    ...deleted.map(
      (gone) => `${gone.id}: ${plural(gone.episodes, "episode")}, ${deletionWords(gone)}`,
    ),
    `${VERDICTS[stateOf(verification)]} ${plural(campaigns.length, "campaign")}, ${plural(episodes, "episode")} in ${fixed(seconds, 1)} s (${speed} a second).`,
  ]
    .map(printable)
    .join("\n");
}

const VERDICTS = {
  proven: "Nothing changed since it was sealed:",
  dropped: "Nothing changed since it was sealed but content that was dropped, as the log says:",
  changed: "SOMETHING CHANGED since it was sealed:",
  unsealed: "Nothing that was sealed changed, and not all was:",
} as const;

function auditLines({ entries, head, faults }: AuditVerification): string[] {
  const end = head === null ? "" : `, the last ${head.id} ${head.hash}`;
  return [
    `audit log: ${plural(entries, "entry", "entries")}${end}`,
    ...faults.map(({ id, what }) => `  entry ${id}: ${what} [audit]`),
  ];
}

function campaignLines({ slug, state, episodes, dropped, findings }: VerifiedCampaign): string[] {
  const change = state === "changed" ? "changed; " : "";
  const words =
    dropped !== null
      ? `${change}${droppedWords(dropped, state === "dropped")}`
      : state === "unsealed"
        ? `not sealed. ${NO_SEAL}`
        : state;
  return [`${slug}: ${words}, ${plural(episodes, "episode")}`, ...findings.map(said)];
}

function said({ kind, seq, message }: Finding): string {
  return `  ${seq === null ? "" : `episode ${seq}: `}${message} [${kind}]`;
}
