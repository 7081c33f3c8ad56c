import { isDeepStrictEqual } from "node:util";
import { arms } from "@/db/schema/arms";
import { attacks } from "@/db/schema/attacks";
import { campaignRecords } from "@/db/schema/campaign-records";
import { cases } from "@/db/schema/cases";
import type { ArmRecord, CampaignRecord, CaseRecord, DomainRecord } from "@/lib/domain/records";
import type { Issue, Place } from "@/lib/importers/importer";
import type { Transaction } from "./insert-rows";
import { createPending } from "./pending-rows";

export type CampaignScope = { projectId: string; campaignId: string };
export type Report = (issue: Issue) => void;
export type Numbered<Item> = { no: number; record: Item };

/**
 * The arms, attacks and cases of one campaign, numbered from 1 in the order of the source. The first
 * definition of a key stands; one that says something else later is reported as recoded.
 */
export class CampaignRoster {
  readonly #arms = new Map<string, Numbered<ArmRecord>>();
  readonly #cases = new Map<string, Numbered<CaseRecord>>();
  readonly #attackNos = new Map<string, number>();
  readonly #pending;
  #recordNo = 0;

  constructor(
    tx: Transaction,
    private readonly scope: CampaignScope,
    private readonly campaign: CampaignRecord,
    private readonly report: Report,
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
    this.#pending.records.add({ ...this.scope, recordNo: this.#recordNo, type, raw });
  }

  addArm(record: ArmRecord, raw: Uint8Array, place: Place): void {
    const first = this.#arms.get(record.key);
    if (first !== undefined) return this.#repeated("Arm", first.record, record, place);
    const no = this.#arms.size + 1;
    this.#arms.set(record.key, { no, record });
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
  }

  addCase(record: CaseRecord, raw: Uint8Array, place: Place): void {
    const first = this.#cases.get(record.key);
    if (first !== undefined) return this.#repeated("Case", first.record, record, place);
    const no = this.#cases.size + 1;
    this.#cases.set(record.key, { no, record });
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
  }

  async flush(): Promise<void> {
    await this.#pending.records.flush();
    await this.#pending.arms.flush();
    await this.#pending.attacks.flush();
    await this.#pending.cases.flush();
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
    first: ArmRecord | CaseRecord,
    again: ArmRecord | CaseRecord,
    place: Place,
  ): void {
    if (isDeepStrictEqual(first, again)) return;
    this.report({
      severity: "recoded",
      code: `${word.toLowerCase()}-redefined`,
      message: `${word} "${again.key}" is defined again with other values; the first definition stands.`,
      place,
    });
  }
}
