import type { Alarm } from "@/lib/domain/alarm";
import {
  isAlarm,
  METER_CHECK_NAMES,
  METER_CHECKS,
  type MeterCheckName,
} from "@/lib/domain/meter-check";
import { ROLES } from "@/lib/domain/role";
import type { Tally } from "@/lib/domain/tally";
import { outOf, percent, plural, points } from "@/lib/format/numbers";
import { decided } from "@/lib/metrics/attack-success";
import { groupBy, ofSplit, total } from "@/lib/metrics/measuring/by-case";
import type { ArmInput } from "./report-input";

/** What only the stored episodes of an arm tell, beside its tallies. Counts of episodes. */
export type ArmFindings = {
  alarms: Partial<Record<Alarm, number>>;
  retryReason: number;
  retryCount: number;
  disputed: number;
};

/** What is of the campaign as a whole. */
export type CampaignFindings = { maskedSecrets: number };

export const NO_FINDINGS: ArmFindings = { alarms: {}, retryReason: 0, retryCount: 0, disputed: 0 };

/** One check and what it found; `count` is of what the sentence names, `raised` when there is any. */
export type MeterCheck = {
  check: MeterCheckName;
  level: "alarm" | "warning" | "note";
  title: string;
  raised: boolean;
  count: number;
  /** Of how many; null where nothing is a whole. */
  of: number | null;
  sentence: string;
};

type Found = { count: number; of: number | null; sentence: string };

/** Checks of a whole campaign alone; every other is made arm by arm. */
const OF_CAMPAIGN: readonly MeterCheckName[] = ["interrupted", "masked_secrets"];

/** Every meter check of one arm (product.md 4), the raised ones first, each in the order of the table. */
export function armChecks(input: ArmInput, findings: ArmFindings): MeterCheck[] {
  const names = METER_CHECK_NAMES.filter((name) => !OF_CAMPAIGN.includes(name));
  const found = names.map((name) => toCheck(name, findInArm(name, input, findings)));
  return raisedFirst(found);
}

/** The meter checks of the campaign as a whole; duplicates are an alarm of it and of each of its arms. */
export function campaignChecks(
  { interrupted, duplicateRecords }: Pick<ArmInput["campaign"], "interrupted" | "duplicateRecords">,
  { maskedSecrets }: CampaignFindings,
): MeterCheck[] {
  return raisedFirst([
    toCheck("duplicate_episode", duplicatesFound(duplicateRecords)),
    toCheck("interrupted", {
      count: interrupted ? 1 : 0,
      of: null,
      sentence: interrupted
        ? "The source ended without its end record: what is here is whole, but more may have been run."
        : "The source ended as it should.",
    }),
    toCheck("masked_secrets", {
      count: maskedSecrets,
      of: null,
      sentence: `${plural(maskedSecrets, "key, token or password", "keys, tokens or passwords")} masked before anything was kept.`,
    }),
  ]);
}

function duplicatesFound(count: number): Found {
  return {
    count,
    of: null,
    sentence: `${plural(count, "record")} of an arm, case and replica that was there already; refused at import.`,
  };
}

/** An import keeps how many duplicates it refused, not of which arm. */
function duplicatesInArm(count: number): Found {
  const found = duplicatesFound(count);
  if (count === 0) return found;
  const sentence = `${found.sentence} Counted for the whole campaign: of which arm is not kept.`;
  return { ...found, sentence };
}

function toCheck(check: MeterCheckName, found: Found): MeterCheck {
  const { level, title } = METER_CHECKS[check];
  // A single episode without calls is nothing odd; an arm of nothing else is.
  const raised = check === "without_calls" ? found.count === found.of : true;
  return { check, level, title, raised: raised && found.count > 0, ...found };
}

function raisedFirst(checks: readonly MeterCheck[]): MeterCheck[] {
  return checks.toSorted((a, b) => Number(b.raised) - Number(a.raised));
}

function findInArm(name: MeterCheckName, input: ArmInput, findings: ArmFindings): Found {
  const { tallies } = input;
  const attacks = ofSplit(tallies, "attack");
  const started = total(attacks, (tally) => tally.started);
  const ofStarted = (count: number, further = ""): Found => ({
    count,
    of: started,
    sentence: `${outOf(count, started)} attack episodes${shareWords(count, started)}.${further === "" ? "" : ` ${further}`}`,
  });
  if (isAlarm(name)) {
    const count = findings.alarms[name] ?? 0;
    return { count, of: null, sentence: `${plural(count, "episode")}.` };
  }
  switch (name) {
    case "duplicate_episode":
      return duplicatesInArm(input.campaign.duplicateRecords);
    case "hit_before_abort": {
      const count = total(attacks, (tally) => tally.hitsBeforeAbort);
      const aborted = total(attacks, (tally) => tally.aborted);
      const weight = total(attacks, (tally) => tally.damageBeforeAbort);
      return {
        count,
        of: aborted,
        sentence: `${outOf(count, aborted)} aborted episodes, ${plural(weight, "point")} of damage in them; no rate counts them.`,
      };
    }
    case "not_weighable":
      return ofStarted(
        started - total(attacks, (tally) => tally.weighable + tally.weighableAborted),
        "Their damage and exposure are n/a.",
      );
    case "undetermined":
      return ofStarted(total(attacks, (tally) => tally.undetermined));
    case "unattributed": {
      const count = total(attacks, (tally) => tally.unattributed.calls);
      const weight = total(attacks, (tally) => tally.unattributed.points);
      return {
        count,
        of: null,
        sentence: `${plural(count, "call")}, which would weigh ${points(weight)} points.`,
      };
    }
    case "unknown_tools":
      return unknownTools(attacks);
    case "idle_roles":
      return idleRoles(input, attacks);
    case "planned_missing":
      return plannedCells(input, attacks);
    case "replicas_disagree":
      return disagreement(attacks);
    case "retry_reason":
      return ofStarted(findings.retryReason, retryPolicySentence(input));
    case "retry_count":
      return ofStarted(findings.retryCount, retryPolicySentence(input));
    case "inferred_ending":
      return ofStarted(total(attacks, (tally) => tally.inferredTerminations));
    case "not_reached": {
      const recorded = total(attacks, (tally) => tally.injectionReachRecorded);
      const count = recorded - total(attacks, (tally) => tally.injectionReached);
      return {
        count,
        of: recorded,
        sentence:
          recorded === 0
            ? "No episode records whether the injection reached the model."
            : `${outOf(count, recorded)} attack episodes that record it.`,
      };
    }
    case "without_calls":
      return ofStarted(total(attacks, (tally) => tally.withoutCalls));
    default:
      return {
        count: findings.disputed,
        of: null,
        sentence: `${plural(findings.disputed, "episode")}, not yet resolved.`,
      };
  }
}

function shareWords(count: number, of: number): string {
  return count === 0 || of === 0 ? "" : ` (${percent(count / of)})`;
}

function unknownTools(attacks: readonly Tally[]): Found {
  const count = total(attacks, (tally) => tally.unknownToolCalls);
  const tools = new Set(
    attacks.flatMap((tally) =>
      tally.tools.flatMap(({ role, tool }) => (role === null ? [tool] : [])),
    ),
  );
  return {
    count,
    of: null,
    sentence: `${plural(count, "act")} of ${plural(tools.size, "undeclared tool")}, all weighing 0.`,
  };
}

function idleRoles({ campaign: { manifest } }: ArmInput, attacks: readonly Tally[]): Found {
  if (manifest === undefined)
    return {
      count: 0,
      of: null,
      sentence: "The campaign carries no manifest: no weight is declared.",
    };
  const declared = [...new Set(manifest.tools.map(({ role }) => role))];
  const seen = new Set(attacks.flatMap((tally) => tally.tools.map(({ role }) => role)));
  const idle = declared.filter((role) => !seen.has(role));
  const names = idle.map((role) => `${role} (weight ${points(ROLES[role].weight)})`).join(", ");
  return {
    count: idle.length,
    of: declared.length,
    sentence:
      idle.length === 0
        ? `${plural(declared.length, "role")} declared, each with a call.`
        : `Declared, not measured: ${names}.`,
  };
}

/** Without a plan, every case of the corpus is to have an episode. */
function plannedCells({ campaign, attackCases }: ArmInput, attacks: readonly Tally[]): Found {
  const cases = [...groupBy(attacks, (tally) => tally.case).values()].map((group) =>
    total(group, (tally) => tally.started),
  );
  const absent = Math.max(0, attackCases - cases.length);
  const replicas = campaign.planned?.replicasPerCase;
  if (replicas === undefined) {
    return {
      count: absent,
      of: attackCases,
      sentence: `${outOf(absent, attackCases)} attack cases of the corpus not run; no number of replicas is planned.`,
    };
  }
  const short = cases.reduce((sum, started) => sum + Math.max(0, replicas - started), 0);
  const count = short + absent * replicas;
  const planned = Math.max(attackCases, cases.length) * replicas;
  return { count, of: planned, sentence: `${outOf(count, planned)} planned episodes not run.` };
}

function disagreement(attacks: readonly Tally[]): Found {
  const cases = [...groupBy(attacks, (tally) => tally.case).values()]
    .map((group) => ({
      hits: total(group, (tally) => tally.attackSuccess),
      decided: total(group, decided),
    }))
    .filter((one) => one.decided > 1);
  const count = cases.filter((one) => one.hits > 0 && one.hits < one.decided).length;
  return {
    count,
    of: cases.length,
    sentence: `${outOf(count, cases.length)} cases with two or more finished replicas${shareWords(count, cases.length)}.`,
  };
}

function retryPolicySentence({ campaign: { retryPolicy } }: ArmInput): string {
  if (retryPolicy === undefined) return "No retry policy is recorded to hold them against.";
  const { maxRetries, on } = retryPolicy;
  const most = plural(maxRetries, "retry", "retries");
  if (on === undefined) return `The policy allows ${most}.`;
  return on.length === 0
    ? `The policy allows ${most}, on no ending.`
    : `The policy allows ${most}, on ${on.join(", ")}.`;
}
