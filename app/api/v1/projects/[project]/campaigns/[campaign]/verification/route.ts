import { readVerification } from "@/lib/api/operations/integrity-operations";
import { verificationSchema } from "@/lib/api/schemas/verification-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";
import { verifyAddress } from "@/lib/verification/verify-address";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readVerification, async ({ database, scope, params }) => {
  const verification = await verifyAddress(database.sql, scope, params.campaign);
  if (verification === null) throw nothingThere();
  return reply(verificationSchema, verification);
});
