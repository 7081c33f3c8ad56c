import { redirect } from "next/navigation";
import { PlainPage } from "@/components/ui/plain-page";
import { visibleProjects } from "@/lib/auth/project-access";
import { projectPath } from "@/lib/format/paths";

export const dynamic = "force-dynamic";

export default async function Home() {
  const [first] = await visibleProjects();
  if (first !== undefined) redirect(projectPath(first.slug));
  return (
    <PlainPage title="No project yet">
      <p>
        Load the example with <code className="font-mono">npx aftermath seed</code>, or bring your
        own logs with <code className="font-mono">npx aftermath import PATH…</code>, then open this
        page again.
      </p>
    </PlainPage>
  );
}
