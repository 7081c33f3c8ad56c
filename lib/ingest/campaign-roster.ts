import { arms } from "@/db/schema/arms";
import { attacks } from "@/db/schema/attacks";
import { campaignRecords } from "@/db/schema/campaign-records";
import { cases } from "@/db/schema/cases";
import type { ArmRecord, CampaignRecord, CaseRecord, DomainRecord } from "@/lib/domain/records";
import type { Issue, Place } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { CAMPAIGN_LIMITS, type CampaignLimits, tooMany } from "./campaign-limits";
import type { Transaction } from "./insert-rows";
import { createPending } from "./pending-rows";
import { recordDigest } from "./record-digest";

export type CampaignScope = { projectId: string; campaignId: string };
export type Report = (issue: Issue) => void;
/** `record` has only what scoring reads: the texts of a hundred thousand cases would fill the memory. */
export type Numbered<Item> = { no: number; record: Item };
type Named<Item> = Numbered<Item> & { digest: string };

/** Rows that wait are written when the records that they came from are together as large as this. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

/**
 * The arms, attacks and cases of one campaign, numbered from 1 in the order of the source. The first
 * definition of a key stands; one that says something else later is reported as recoded.
 */
export class CampaignRoster {
  readonly #arms = new Map<string, Named<ArmRecord>>();
  readonly #cases = new Map<string, Named<CaseRecord>>();
  readonly #attackNos = new Map<string, number>();
  readonly #pending;
  #recordNo = 0;
  #pendingBytes = 0;

  constructor(
    tx: Transaction,
    private readonly scope: CampaignScope,
    private readonly campaign: CampaignRecord,
    private readonly report: Report,
    private readonly limits: Pick<CampaignLimits, "arms" | "cases"> = CAMPAIGN_LIMITS,
  ) {
    // In the order in which their foreign keys need them.
    this.#pending = {
      records: createPending(tx, campaignRecords),
      arms: createPending(tx, arms),
      attacks: createPending(tx, attacks),
      cases: createPending(tx, cases),
    };
  }

  arm(key: string): Numbered<ArmRecord> | undefined {
    return this.#arms.get(key);
  }

  case(key: string): Numbered<CaseRecord> | undefined {
    return this.#cases.get(key);
  }

  /** Keeps the bytes of a record that is no episode. */
  keepRecord(type: DomainRecord["type"], raw: Uint8Array): void {
    this.#recordNo += 1;
    this.#pendingBytes += raw.length;
    this.#pending.records.add({ ...this.scope, recordNo: this.#recordNo, type, raw });
  }

  /** @throws AppError invalid_input: more arms than a campaign may have */
  async addArm(record: ArmRecord, raw: Uint8Array, place: Place): Promise<void> {
    const digest = recordDigest(record);
    const first = this.#arms.get(record.key);
    if (first !== undefined) return this.#repeated("Arm", first.digest === digest, record, place);
    const no = this.#arms.size + 1;
    if (no > this.limits.arms) throw tooMany(this.limits.arms, "arms");
    this.#arms.set(record.key, { no, record: scoredArm(record), digest });
    this.keepRecord("arm", raw);
    this.#pending.arms.add({
      ...this.scope,
      armNo: no,
      key: record.key,
      name: record.name,
      guardrailName: record.guardrail?.name ?? null,
      guardrailVersion: record.guardrail?.version ?? null,
      guardrailEnabled: record.guardrail?.enabled ?? null,
      model: record.model?.name ?? this.campaign.model?.name ?? null,
      modelRecord: record.model ?? null,
      config: record.config ?? null,
    });
    await this.#flushWhenLarge();
  }

  /** @throws AppError invalid_input: more cases than a campaign may have */
  async addCase(record: CaseRecord, raw: Uint8Array, place: Place): Promise<void> {
    const digest = recordDigest(record);
    const first = this.#cases.get(record.key);
    if (first !== undefined) return this.#repeated("Case", first.digest === digest, record, place);
    const no = this.#cases.size + 1;
    if (no > this.limits.cases) throw tooMany(this.limits.cases, "cases");
    this.#cases.set(record.key, { no, record: scoredCase(record), digest });
    this.keepRecord("case", raw);
    this.#pending.cases.add({
      ...this.scope,
      caseNo: no,
      key: record.key,
      attackNo: this.#attackNo(record),
      split: record.split,
      userTask: record.userTask ?? null,
      door: record.injection?.door ?? null,
      injectionText: record.injection?.text ?? null,
      goalTool: record.goal?.tool ?? null,
      goalParameter: record.goal?.parameter ?? null,
      ceiling: record.ceiling ?? null,
    });
    await this.#flushWhenLarge();
  }

  async flush(): Promise<void> {
    this.#pendingBytes = 0;
    await this.#pending.records.flush();
    await this.#pending.arms.flush();
    await this.#pending.attacks.flush();
    await this.#pending.cases.flush();
  }

  async #flushWhenLarge(): Promise<void> {
    if (this.#pendingBytes >= MAX_PENDING_BYTES) await this.flush();
  }

  /** Family and public ids of an attack are those of its first case. */
  #attackNo(record: CaseRecord): number {
    const known = this.#attackNos.get(record.attack);
    if (known !== undefined) return known;
    const no = this.#attackNos.size + 1;
    this.#attackNos.set(record.attack, no);
    this.#pending.attacks.add({
      ...this.scope,
      attackNo: no,
      key: record.attack,
      family: record.family ?? null,
      owasp: record.owasp ?? [],
      atlas: record.atlas ?? [],
    });
    return no;
  }

  #repeated(
    word: "Arm" | "Case",
    same: boolean,
    again: ArmRecord | CaseRecord,
    place: Place,
  ): void {
    if (same) return;
    this.report({
      severity: "recoded",
      code: `${word.toLowerCase()}-redefined`,
      message: `${word} "${visibleText(again.key, 80)}" is defined again with other values; the first definition stands.`,
      place,
    });
  }
}

/** What scoring and tallies read of an arm (lib/metrics/scoring). */
function scoredArm({ type, key, name, guardrail }: ArmRecord): ArmRecord {
  if (guardrail === undefined) return { type, key, name };
  return { type, key, name, guardrail: { name: guardrail.name, enabled: guardrail.enabled } };
}

/** What scoring and tallies read of a case. */
function scoredCase({ type, key, attack, split, goal, ceiling }: CaseRecord): CaseRecord {
  return {
    type,
    key,
    attack,
    split,
    ...(goal === undefined ? {} : { goal: { tool: goal.tool, parameter: goal.parameter } }),
    ...(ceiling === undefined ? {} : { ceiling }),
  };
}
