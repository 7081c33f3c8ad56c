import type { ReactNode } from "react";
import { NavLink } from "@/components/ui/nav-link";
import { SideFrame } from "@/components/ui/side-frame";
import { mayInstance } from "@/lib/auth/may";
import { visitor } from "@/lib/auth/project-access";
import { auditPath } from "@/lib/format/paths";
import { FrameFoot } from "./frame-foot";

/** The frame of pages that belong to no project: one's account, and the people of the instance. */
export async function InstanceFrame({ children }: { children: ReactNode }) {
  const caller = await visitor();
  return (
    <SideFrame
      foot={<FrameFoot caller={caller} />}
      nav={
        <nav aria-label="Instance" className="flex flex-wrap gap-0.5 md:flex-col">
          <NavLink href="/" label="Projects" exact />
          <NavLink href="/account" label="Your account" />
          {mayInstance(caller) ? (
            <>
              <NavLink href="/settings/people" label="Everybody" />
              <NavLink href={auditPath(null)} label="Audit log" />
            </>
          ) : null}
        </nav>
      }
    >
      {children}
    </SideFrame>
  );
}
