import Link from "next/link";
import { readTheme } from "@/app/_theme/theme";
import { ThemeChoice } from "@/app/_theme/theme-choice";
import { DataName } from "@/components/ui/data-text";
import type { Caller } from "@/lib/auth/caller";
import { signOutNow } from "./sign-out-now";

/** Who is signed in, the way out, and the theme. */
export async function FrameFoot({ caller }: { caller: Caller }) {
  const theme = await readTheme();
  return (
    <>
      {caller.kind === "person" ? (
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-2 text-[13px] md:basis-full">
          <Link
            href="/account"
            prefetch={false}
            className="min-w-0 py-1 text-ink-2 no-underline hover:text-ink"
          >
            <span className="sr-only">Your account: </span>
            <DataName text={caller.name} />
          </Link>
          <form action={signOutNow}>
            <button
              type="submit"
              className="min-h-6 text-ink-2 underline underline-offset-2 hover:text-ink"
            >
              Sign out
            </button>
          </form>
        </div>
      ) : null}
      <span>{caller.kind === "local" ? "Local · times in UTC" : "Times in UTC"}</span>
      <ThemeChoice theme={theme} />
    </>
  );
}
