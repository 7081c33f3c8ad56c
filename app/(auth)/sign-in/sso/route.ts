import { redirect } from "next/navigation";
import { setCookies } from "@/app/_forms/set-cookies";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { sso } from "@/lib/auth/instance";
import { safeNext } from "@/lib/auth/safe-next";
import { startSso } from "@/lib/auth/sso";
import { isAppError } from "@/lib/errors";

export const dynamic = "force-dynamic";

/**
 * The way to the sign-in service. A link and no form, since the policy of our pages lets no form lead to
 * another host.
 */
export async function GET(request: Request): Promise<Response> {
  const service = accountsAreOn() ? sso() : null;
  if (service === null) return new Response(null, { status: 404 });
  const next = safeNext(new URL(request.url).searchParams.get("next") ?? undefined);
  let location: string;
  try {
    const to = { next, publicUrl: service.publicUrl };
    const started = await startSso(service.sso, to, request.headers);
    await setCookies(started.cookies);
    location = started.location;
  } catch (error) {
    if (!isAppError(error)) throw error;
    location = "/sign-in?error=unavailable";
  }
  redirect(location);
}
