import { ProjectNav } from "@/components/ui/project-nav";
import { SideFrame } from "@/components/ui/side-frame";
import { projectFor, visibleProjects } from "@/lib/auth/project-access";
import { FrameFoot } from "../../_parts/frame-foot";

export const dynamic = "force-dynamic";

export default async function ProjectLayout({
  params,
  children,
}: {
  params: Promise<{ project: string }>;
  children: React.ReactNode;
}) {
  const { project, can, caller } = await projectFor((await params).project, "read");
  const projects = await visibleProjects();
  return (
    <SideFrame
      nav={<ProjectNav project={project} projects={projects} decides={can("administer")} />}
      foot={<FrameFoot caller={caller} />}
    >
      {children}
    </SideFrame>
  );
}
