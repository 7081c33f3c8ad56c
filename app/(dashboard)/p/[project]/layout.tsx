import Link from "next/link";
import { readTheme } from "@/app/_theme/theme";
import { ThemeChoice } from "@/app/_theme/theme-choice";
import { Brand } from "@/components/ui/brand";
import { ProjectNav } from "@/components/ui/project-nav";
import { projectFor, visibleProjects } from "@/lib/auth/project-access";

export const dynamic = "force-dynamic";

export default async function ProjectLayout({
  params,
  children,
}: {
  params: Promise<{ project: string }>;
  children: React.ReactNode;
}) {
  const { project, can } = await projectFor((await params).project, "read");
  const [projects, theme] = await Promise.all([visibleProjects(), readTheme()]);
  return (
    <div className="min-h-screen md:grid md:grid-cols-[208px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-panel focus:p-2"
      >
        Skip to the content
      </a>
      <div className="no-print flex flex-col gap-2 border-b border-line px-3.5 py-3 md:sticky md:top-0 md:h-screen md:border-r md:border-b-0 md:py-5">
        <Link href="/" className="px-2.5 text-ink no-underline md:pb-2">
          <Brand />
        </Link>
        <ProjectNav project={project} projects={projects} decides={can("administer")} />
        <div className="flex flex-wrap items-center justify-between gap-2 px-2.5 text-xs text-ink-3 md:mt-auto">
          <span>Local · times in UTC</span>
          <ThemeChoice theme={theme} />
        </div>
      </div>
      <main
        id="content"
        className="w-full max-w-[1240px] min-w-0 px-4 pt-5 pb-10 md:px-[34px] md:pt-[26px]"
      >
        {children}
      </main>
    </div>
  );
}
