import { readTheme } from "@/app/_theme/theme";
import { ThemeChoice } from "@/app/_theme/theme-choice";
import { Brand } from "@/components/ui/brand";

export const dynamic = "force-dynamic";

/** The pages before one is signed in: one narrow column with one thing to do. */
export default async function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto flex min-h-screen w-full max-w-[432px] flex-col px-4 py-8 sm:py-16">
      <Brand />
      <main className="mt-6 rounded-[10px] border border-line bg-panel px-5 py-6 sm:px-7">
        {children}
      </main>
      <div className="mt-auto flex items-center justify-between gap-2 pt-6 text-xs text-ink-3">
        <span>Times in UTC</span>
        <ThemeChoice theme={await readTheme()} />
      </div>
    </div>
  );
}
