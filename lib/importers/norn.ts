import { issueItem, recordItem } from "./import-item";
import type { Given, Importer, ImportItem, Place, Source } from "./importer";
import { NORN_TOOLS } from "./manifests/shipped-manifests";
import { maskSecrets } from "./mask-secrets";
import { surveyArms } from "./norn-arms";
import { campaignOf } from "./norn-campaign";
import { configOf } from "./norn-config";
import { createNornNotes } from "./norn-notes";
import { isNorn, openNorn } from "./norn-open";
import { chosenCampaign, NORN_OPTIONS, wantsShippedRoles } from "./norn-options";
import { type NornCases, readNornCases } from "./read-norn-cases";
import { readNornEpisodes } from "./read-norn-episodes";

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
  const read = campaignOf(opened, config, options["fingerprint"]);
  const { value: masked, places } = maskSecrets(read, { names: false });
  const manifest = given?.manifest ?? (shipped ? { tools: [...NORN_TOOLS] } : undefined);
  const record = manifest === undefined ? masked : { ...masked, manifest };
  notes.secrets(place, [...config.secrets, ...places]);
  yield recordItem(record, place);
  for (const arm of arms.records) yield recordItem(arm, place);
  const cases: NornCases = new Map();
  yield* readNornCases(opened, cases, notes);
  yield* readNornEpisodes(opened, { arms, cases, config, notes, weighed: manifest !== undefined });
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
