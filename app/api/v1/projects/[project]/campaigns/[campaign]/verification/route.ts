import { findCampaign } from "@/db/queries/campaigns";
import { readVerification } from "@/lib/api/operations/campaign-operations";
import { AppError } from "@/lib/errors";
import { nothingThere, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** The one place where integrity proofs will come in. */
export const GET = serveProject(readVerification, async ({ db, scope, params }) => {
  if ((await findCampaign(db, scope, params.campaign)) === null) throw nothingThere();
  throw new AppError(
    "not_implemented",
    "Integrity proofs are not there yet; an episode says whether its bytes have the digest of its import.",
  );
});
