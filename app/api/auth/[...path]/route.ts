import { database } from "@/db";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { sso } from "@/lib/auth/instance";
import { finishSso, SSO_CALLBACK } from "@/lib/auth/sso";
import { isAppError } from "@/lib/errors";

export const dynamic = "force-dynamic";

/**
 * Where the sign-in service sends people back to: the one address of the accounts library that is open.
 * All its others are not here (security.md B10).
 */
export async function GET(request: Request): Promise<Response> {
  const service = accountsAreOn() ? sso() : null;
  const { pathname, search } = new URL(request.url);
  if (service === null || pathname !== SSO_CALLBACK) return new Response(null, { status: 404 });
  try {
    // By the address that the service knows, whatever name the request was sent to.
    const own = new Request(`${service.publicUrl}${SSO_CALLBACK}${search}`, {
      headers: request.headers,
    });
    return await finishSso(database().db, service.sso, own);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return Response.redirect(`${service.publicUrl}/sign-in?error=unavailable`, 302);
  }
}
