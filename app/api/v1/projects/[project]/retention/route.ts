import type { Db, Scope } from "@/db/client";
import { dueCampaigns, retentionNow } from "@/db/queries/retention";
import { retentionJson } from "@/lib/answers/keeping-json";
import { postRetention, readRetention } from "@/lib/api/operations/keeping-operations";
import { retentionAnswer } from "@/lib/api/schemas/retention-schema";
import { retentionSchema } from "@/lib/domain/retention";
import { readJson } from "@/lib/http/read-body";
import { reply, serveProject } from "@/lib/http/serve";
import { setRetention } from "@/lib/retention/set-retention";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readRetention, async ({ db, scope }) =>
  reply(retentionAnswer, await answerOf(db, scope)),
);

export const POST = serveProject(postRetention, async ({ request, database, db, scope, by }) => {
  const given = await readJson(request, retentionSchema);
  const { isNew } = await setRetention(database, scope, by, given);
  return reply(retentionAnswer, await answerOf(db, scope), { status: isNew ? 201 : 200 });
});

async function answerOf(db: Db, scope: Scope) {
  const setting = await retentionNow(db, scope);
  return retentionJson(setting, await dueCampaigns(db, scope, setting));
}
