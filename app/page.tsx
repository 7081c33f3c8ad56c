import { redirect } from "next/navigation";
import { DataName } from "@/components/ui/data-text";
import { PlainPage } from "@/components/ui/plain-page";
import { TextLink } from "@/components/ui/text-link";
import { visibleProjects, visitor } from "@/lib/auth/project-access";
import { projectPath } from "@/lib/format/paths";

export const dynamic = "force-dynamic";

export default async function Home() {
  const [first] = await visibleProjects();
  if (first !== undefined) redirect(projectPath(first.slug));
  const caller = await visitor();
  if (caller.kind === "person" && !caller.instanceAdmin)
    return (
      <PlainPage title="No project is yours yet">
        <p>
          You are signed in as <DataName text={caller.email} />, without a role in any project. An
          admin of a project, or whoever looks after this instance, can give you one.
        </p>
        <p>
          <TextLink href="/account">Your account</TextLink>
        </p>
      </PlainPage>
    );
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
