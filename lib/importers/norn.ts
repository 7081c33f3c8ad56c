import { type CampaignRecord, FORMAT, type Split } from "@/lib/domain/records";
import { createEpisodeLedger } from "./episode-ledger";
import { issueItem, recordItem } from "./import-item";
import type { Given, Importer, ImportItem, Place, Source } from "./importer";
import { textOf } from "./json-value";
import { MAX_NAME_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { type NornArms, surveyArms } from "./norn-arms";
import type { NornBook } from "./norn-book";
import { caseOf, splitOf } from "./norn-case";
import { configOf, type NornConfig } from "./norn-config";
import { episodeOf } from "./norn-episode";
import { groupRows, type RowGroups } from "./norn-groups";
import { createNornNotes, type NornNotes } from "./norn-notes";
import { isNorn, openNorn, type OpenedNorn } from "./norn-open";
import { NORN_TOOLS } from "./manifests/shipped-manifests";
import { chosenCampaign, NORN_OPTIONS, wantsShippedRoles } from "./norn-options";
import { type KillChainRow, NORN, type NornTable, type TechniqueRow } from "./norn-rows";
import { visibleText } from "./visible-text";

/** Norn (spec/formats/norn.md): its database, as a database source hands it out, or an exported campaign. */
export const norn: Importer = {
  id: "norn",
  label: "Norn (norn.db, or an exported campaign_N.json)",
  version: 1,
  options: NORN_OPTIONS,
  recognises: (probe) =>
    isNorn(probe)
      ? { recognised: true }
      : {
          recognised: false,
          lookedFor:
            "a SQLite database with the tables campaign, test_case, run_replica and scoring_decision, or a JSON object that begins with `campaign` and its `config_json`",
        },
  read: readNorn,
};

type Cases = Map<string, { split: Split; payload: string | undefined }>;

/** `fingerprint` among the options makes the campaign's key its own: ids are per database. */
async function* readNorn(
  source: Source,
  options: Readonly<Record<string, string>>,
  given?: Given,
): AsyncGenerator<ImportItem> {
  const wanted = chosenCampaign(options);
  if (wanted === undefined) {
    const message = "The option campaign has to be the number of a campaign, or `only`.";
    yield issueItem("refused", "invalid-option", message, { file: source.name });
    return;
  }
  const shipped = wantsShippedRoles(options);
  if (shipped === undefined) {
    const message = "The option roles has none of its values.";
    yield issueItem("refused", "invalid-option", message, { file: source.name });
    return;
  }
  const opened = await openNorn(source, wanted);
  if ("refusals" in opened) {
    yield* opened.refusals;
    return;
  }
  const { book, campaign } = opened;
  const place: Place = { file: book.file };
  const config = configOf(campaign, opened.exportedConfig);
  const notes = createNornNotes();
  const arms = await surveyArms(book, campaign.id, config);
  const { value: masked, places } = maskSecrets(
    campaignOf(opened, config, options["fingerprint"]),
    {
      names: false,
    },
  );
  const manifest = given?.manifest ?? (shipped ? { tools: [...NORN_TOOLS] } : undefined);
  const record = manifest === undefined ? masked : { ...masked, manifest };
  notes.secrets(place, [...config.secrets, ...places]);
  yield recordItem(record, place);
  for (const arm of arms.records) yield recordItem(arm, place);
  const cases: Cases = new Map();
  yield* readCases(opened, cases, notes);
  yield* readEpisodes(opened, { arms, cases, config, notes, weighed: manifest !== undefined });
  if (shipped && given?.manifest !== undefined) {
    const message = "A manifest was given, so the shipped roles that were chosen too are not used.";
    yield issueItem("warning", "shipped-roles-unused", message, place);
  }

  yield* opened.issues;
  notes.aboutCampaign({ book, config, arms, campaign });
  // A campaign that is still "running" was left behind by a process that died.
  if (campaign.state !== "running") yield recordItem({ type: "end" }, place);
  yield* notes.items();
}

function campaignOf(
  { campaign, schemaVersion, book }: OpenedNorn,
  config: NornConfig,
  fingerprint: string | undefined,
): CampaignRecord {
  const layer = textOf(campaign.layer);
  const { provider, name: model, temperature, seed } = config.model;
  const name = textOf(campaign.name)?.slice(0, 250) ?? `Norn campaign ${campaign.id}`;
  const notes = textOf(campaign.description);
  return {
    type: "campaign",
    format: FORMAT,
    key: ["norn", campaign.id, fingerprint?.slice(0, 12)].filter(Boolean).join(":"),
    name,
    target: { name: "Norn's lab" },
    corpus: { name: layer === undefined ? "Norn" : `Norn ${layer}` },
    harness: { name: "Norn" },
    // `created_at` is when the campaign was planned; its first replica's start stands for its own.
    startedAt: null,
    ...(model === undefined
      ? {}
      : {
          model: {
            ...(provider === undefined ? {} : { provider }),
            name: model,
            ...(temperature === undefined ? {} : { temperature }),
            ...(seed === undefined ? {} : { seed }),
          },
        }),
    ...(config.maxTurns === null ? {} : { limits: { turns: config.maxTurns } }),
    ...(config.replicasPerCase === null
      ? {}
      : { planned: { replicasPerCase: config.replicasPerCase } }),
    ...(notes === undefined ? {} : { notes }),
    extra: {
      norn: {
        id: campaign.id,
        origin: book.origin,
        schemaVersion,
        state: campaign.state ?? null,
        createdAt: campaign.created_at ?? null,
        updatedAt: campaign.updated_at ?? null,
      },
      config: config.kept,
    },
  };
}

async function* readCases(
  { book, campaign }: OpenedNorn,
  cases: Cases,
  notes: NornNotes,
): AsyncGenerator<ImportItem> {
  const techniques = new Map<string, TechniqueRow>();
  for await (const read of book.rows(NORN.technique)) {
    if (read.kind === "row") techniques.set(read.row.id, read.row);
  }
  const killChains = await lastKillChains(book, campaign.id, notes);
  for await (const read of book.rows(NORN.case)) {
    if (read.kind === "refused") {
      yield { kind: "issue", issue: read.issue };
      continue;
    }
    const { row, place } = read;
    if (row.campaign_id !== campaign.id) continue;
    const split = splitOf(row);
    if (split === null) {
      const message = `The split "${visibleText(row.split ?? "", 40)}" is none of harmful, borderline and benign.`;
      yield issueItem("refused", "unknown-split", message, place);
      continue;
    }
    if (cases.has(row.case_id)) {
      const message = "The campaign has a case of this name already, which was kept.";
      yield issueItem("refused", "duplicate-case", message, place);
      continue;
    }
    if (isLong(row.case_id) || isLong(row.technique_id)) {
      yield longName(place);
      continue;
    }
    cases.set(row.case_id, { split, payload: textOf(row.payload) });
    const from = {
      layer: textOf(campaign.layer),
      technique: techniques.get(row.technique_id),
      killChain: killChains.get(row.case_id),
    };
    const { value, places } = maskSecrets(caseOf(row, split, from), { names: false });
    notes.secrets(place, places);
    if (row.split === "borderline") notes.borderline(place);
    yield recordItem(value, place);
  }
}

/** A second run of Norn's assessment inserts its rows again; the last ones are the newest. */
async function lastKillChains(
  book: NornBook,
  campaignId: number,
  notes: NornNotes,
): Promise<ReadonlyMap<string, KillChainRow>> {
  const last = new Map<string, KillChainRow>();
  for await (const read of book.rows(NORN.killChain)) {
    if (read.kind === "refused" || read.row.campaign_id !== campaignId) continue;
    const { row, place } = read;
    const earlier = last.get(row.case_id);
    if (earlier !== undefined) notes.repeatedAssessment(place);
    if (earlier === undefined || row.id > earlier.id) last.set(row.case_id, row);
  }
  return last;
}

async function* readEpisodes(
  { book, campaign }: OpenedNorn,
  of: { arms: NornArms; cases: Cases; config: NornConfig; notes: NornNotes; weighed: boolean },
): AsyncGenerator<ImportItem> {
  const { arms, cases, config, notes, weighed } = of;
  const groups = {
    decisions: groupRows(book.rows(NORN.decision)),
    calls: groupRows(book.rows(NORN.call)),
    turns: groupRows(book.rows(NORN.turn)),
    retrievals: groupRows(book.rows(NORN.retrieval)),
  };
  const ledger = createEpisodeLedger<number>();
  let before = Number.NEGATIVE_INFINITY;
  try {
    for await (const read of book.rows(NORN.replica)) {
      if (read.kind === "refused") {
        yield { kind: "issue", issue: read.issue };
        continue;
      }
      const { row, place } = read;
      if (row.campaign_id !== campaign.id) continue;
      if (row.id <= before) {
        const message = `The replica ${row.id} does not come after the one before it, so its rows cannot be found.`;
        yield issueItem("refused", "replica-out-of-order", message, place);
        continue;
      }
      before = row.id;
      const parts = await takeAll(groups, row.id);
      for (const issue of parts.issues) yield { kind: "issue", issue };
      const arm = arms.keyOf(row);
      const known = cases.get(row.case_id);
      const refuse = (code: string, message: string) => issueItem("refused", code, message, place);
      if (parts.broken) {
        yield refuse(
          "incomplete-replica",
          `Some rows of the replica ${row.id} cannot be read, so what it did is not known.`,
        );
        continue;
      }
      if (known === undefined) {
        const name = visibleText(row.case_id, 80);
        yield refuse("unknown-case", `The replica names the case "${name}", which is not there.`);
        continue;
      }
      if (isLong(arm)) {
        yield longName(place);
        continue;
      }
      const earlier = ledger.enter(arm, row.case_id, row.replica, row.id);
      if (earlier !== null) {
        yield refuse(
          "duplicate-episode",
          `Arm, case, temperature and number are those of the replica ${earlier}, which was kept.`,
        );
        continue;
      }
      const replica = { replica: row, ...parts, calls: book.has(NORN.call) ? parts.calls : null };
      const episode = episodeOf(replica, { arm, ...known }, { ...config, weighed });
      const { value, places } = maskSecrets(episode.record, { names: false });
      notes.secrets(place, places);
      notes.episode(episode, known.split, place);
      yield recordItem(value, place);
    }
  } finally {
    await Promise.all(Object.values(groups).map((group) => group.close()));
  }
}

type Groups = {
  [Name in "decision" | "call" | "turn" | "retrieval" as `${Name}s`]: RowGroups<
    (typeof NORN)[Name] extends NornTable<infer Row extends { replica_id: number }> ? Row : never
  >;
};

async function takeAll({ decisions, calls, turns, retrievals }: Groups, replicaId: number) {
  const taken = [
    await decisions.take(replicaId),
    await calls.take(replicaId),
    await turns.take(replicaId),
    await retrievals.take(replicaId),
  ] as const;
  return {
    decisions: taken[0].rows,
    calls: taken[1].rows,
    turns: taken[2].rows,
    retrievals: taken[3].rows,
    issues: taken.flatMap((group) => group.issues),
    broken: taken.some((group) => group.broken),
  };
}

function isLong(name: string): boolean {
  return (
    name.length > MAX_NAME_BYTES / 3 && new TextEncoder().encode(name).length > MAX_NAME_BYTES - 20
  );
}

function longName(place: Place): ImportItem {
  const message = `The name of its arm, case or technique has more than ${MAX_NAME_BYTES - 20} bytes.`;
  return issueItem("refused", "name-too-long", message, place);
}
