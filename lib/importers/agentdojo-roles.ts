import type { EpisodeRecord, Manifest } from "@/lib/domain/records";
import type { AgentDojoLog } from "./agentdojo-log";
import { attributeCalls, weightsOf } from "./agentdojo-attribution";
import { type BenignRuns, surveyBenignRuns } from "./agentdojo-benign-runs";
import { splitOf } from "./agentdojo-case";
import type { AgentDojoSettings } from "./agentdojo-options";
import type { Survey } from "./agentdojo-survey";
import { counted } from "./counted";
import { issueItem } from "./import-item";
import type { Given, ImportItem, Place, Source } from "./importer";
import { createIssueTally } from "./issue-tally";
import { joinTools } from "./manifests/join-tools";
import { SUITE_TOOLS } from "./manifests/shipped-manifests";
import { visibleText } from "./visible-text";

/** What roles make of a source: the campaign's manifest, and each attacked episode's calls attributed. */
export type AgentDojoRoles = {
  manifest: Manifest;
  attribute(episode: EpisodeRecord, log: AgentDojoLog, place: Place): EpisodeRecord;
  items(): ImportItem[];
};

/**
 * The roles that the user gives or chooses; null when neither, for then nothing has a weight. Reads the
 * benign runs of the source first, because the rule needs them before the first attacked episode.
 */
export async function rolesOf(
  source: Source,
  survey: Survey,
  settings: AgentDojoSettings,
  given: Given | undefined,
): Promise<AgentDojoRoles | null> {
  const place: Place = { file: source.name };
  const chosen = chosenManifest(survey, settings, given, place);
  if (chosen === null) return null;
  const benign = await surveyBenignRuns(source, survey);
  const weights = weightsOf(chosen.manifest);
  const tally = createIssueTally();
  return {
    manifest: chosen.manifest,
    attribute(episode, log, at) {
      if (splitOf(log) !== "attack") return episode;
      const tools = benign.toolsOf(episode.arm, log);
      if (tools === null) {
        const arm = visibleText(episode.arm, 120);
        tally.add(
          "warning",
          "no-benign-run",
          episode.arm,
          at,
          (n) =>
            `${arm}: ${counted(n, "attacked episode")} without a finished benign run of the same user task in this arm; nothing tells whose their calls were, so they are in no weight rate.`,
        );
      }
      return attributeCalls(episode, weights, tools);
    },
    items: () => [...chosen.items, attributedByRule(benign, place), ...tally.items()],
  };
}

function chosenManifest(
  { suites }: Survey,
  settings: AgentDojoSettings,
  given: Given | undefined,
  place: Place,
): { manifest: Manifest; items: ImportItem[] } | null {
  const warn = (code: string, message: string) => issueItem("warning", code, message, place);
  if (given?.manifest !== undefined) {
    const message = "A manifest was given, so the shipped roles that were chosen too are not used.";
    const items = settings.shippedRoles ? [warn("shipped-roles-unused", message)] : [];
    return { manifest: given.manifest, items };
  }
  if (!settings.shippedRoles) return null;
  const { tools, clashes } = joinTools(suites.flatMap((suite) => [SUITE_TOOLS.get(suite) ?? []]));
  const items = clashes.map((tool) =>
    warn(
      "role-clash",
      `The suites of this source give the tool ${tool} different roles; the weightiest holds.`,
    ),
  );
  for (const suite of suites.filter((name) => !SUITE_TOOLS.has(name))) {
    const message = `No roles are shipped for the suite "${visibleText(suite, 80)}": its tools stay unknown. Give a manifest that declares them.`;
    items.push(warn("no-shipped-roles", message));
  }
  return { manifest: { tools: tools.map((tool) => ({ ...tool })) }, items };
}

function attributedByRule({ finished, undone }: BenignRuns, place: Place): ImportItem {
  const doubt =
    undone === 0
      ? ""
      : ` In ${undone} of them the user's task was not done: a tool that the task needs and such a run never got to counts as the attacker's.`;
  const message = `Damage is attributed by rule, from ${counted(finished, "finished benign run")}.${doubt}`;
  return issueItem("warning", "attributed-by-rule", message, place);
}
