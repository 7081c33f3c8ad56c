import { BOX } from "@/components/ui/box";
import { DataName } from "@/components/ui/data-text";
import { PROJECT_ROLES, type ProjectRole } from "@/lib/domain/project-role";

/** One choice a project. */
export function RoleFields({
  projects,
  roles,
}: {
  projects: readonly { id: string; name: string }[];
  roles: Readonly<Record<string, ProjectRole>>;
}) {
  return (
    <fieldset className="flex flex-wrap gap-3">
      <legend className="mb-1 text-[13px] font-[520]">Role in each project</legend>
      {projects.map((project) => (
        <label key={project.id} className="grid min-w-0 gap-0.5 text-xs text-ink-2">
          <DataName text={project.name} />
          <select
            key={roles[project.id]}
            name={`role-${project.id}`}
            defaultValue={roles[project.id] ?? "none"}
            className={BOX}
          >
            <option value="none">none</option>
            {PROJECT_ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
