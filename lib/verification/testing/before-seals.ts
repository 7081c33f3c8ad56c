import type { TestDatabase } from "@/db/testing/test-database";

/** Makes a campaign one that was there before the log began, as far as log and seals say. */
export async function asBeforeSeals({ owner }: TestDatabase, campaignId: string): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`delete from campaign_seals where campaign_id = ${campaignId}`;
    await tx`delete from log_entries where campaign_id = ${campaignId}`;
    await tx`
      update log_entries set body = opening.body,
        leaf = sha256('\\x00'::bytea || convert_to(opening.body, 'UTF8'))
      from (
        select replace(body, '"before":[', '"before":[' || to_json(${campaignId}::text)::text ||
          case when body like '%"before":[]%' then '' else ',' end) as body
        from log_entries where idx = 0
      ) opening
      where idx = 0`;
  });
}
