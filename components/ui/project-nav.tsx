import Link from "next/link";
import { integer } from "@/lib/format/numbers";
import {
  attacksPath,
  auditPath,
  comparePath,
  episodesPath,
  importsPath,
  membersPath,
  methodsPath,
  plannerPath,
  policyPath,
  projectPath,
  retentionPath,
  tokensPath,
} from "@/lib/format/paths";
import { DataName } from "./data-text";
import { NavLink } from "./nav-link";

type Project = {
  slug: string;
  name: string;
  campaignCount: number;
  attackCount: number;
  episodeCount: number;
};

/** Which project, and its pages with how much is in them; `decides`: the reader decides on it, and so sees its people and tokens. */
export function ProjectNav({
  project,
  projects,
  decides,
}: {
  project: Project;
  projects: readonly Project[];
  decides: boolean;
}) {
  const { slug } = project;
  return (
    <>
      <details className="rounded-[7px] border border-line bg-panel">
        <summary className="px-2.5 py-1.5 font-[550]">
          <span className="sr-only">Project: </span>
          <DataName text={project.name} />
        </summary>
        <ul className="border-t border-line py-1">
          {projects.map((one) => (
            <li key={one.slug}>
              <Link
                href={projectPath(one.slug)}
                prefetch={false}
                className="block px-2.5 py-1 text-ink-2 no-underline hover:text-ink"
                {...(one.slug === slug ? { "aria-current": "true" as const } : {})}
              >
                <DataName text={one.name} />
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <nav aria-label="Project" className="flex flex-wrap gap-0.5 md:flex-col">
        <NavLink
          href={projectPath(slug)}
          label="Campaigns"
          count={integer(project.campaignCount)}
          exact
        />
        <NavLink href={attacksPath(slug)} label="Attacks" count={integer(project.attackCount)} />
        <NavLink href={comparePath(slug)} label="Compare" />
        <NavLink href={episodesPath(slug)} label="Episodes" count={integer(project.episodeCount)} />
        <NavLink href={importsPath(slug)} label="Imports" />
        <NavLink href={plannerPath(slug)} label="Planner" />
        <NavLink href={methodsPath(slug)} label="Methods" />
        {decides ? (
          <>
            <NavLink href={membersPath(slug)} label="People" />
            <NavLink href={tokensPath(slug)} label="Tokens" />
          </>
        ) : null}
        <NavLink href={policyPath(slug)} label="Policy" />
        <NavLink href={retentionPath(slug)} label="Retention" />
        <NavLink href={auditPath(slug)} label="Audit log" />
      </nav>
    </>
  );
}
