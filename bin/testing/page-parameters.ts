import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PLAN_FIELDS } from "@/lib/reports/plan-fields";
import { PROJECT_ROOT } from "../data-folder.mjs";

const AUDIT = "actor action outcome from until before";

/** What addresses outside of the table of operations take, by names. */
export const PAGE_PARAMETERS: Readonly<Record<string, string>> = {
  "/p/[project]": "q target guardrail model verdict from to sort columns tick deleted",
  "/p/[project]/attacks": "q family id mark target guardrail arms page",
  "/p/[project]/episodes":
    "campaign arm attack case outcome termination class split tool decision marker alarm text group after",
  "/p/[project]/compare": "baseline candidate also arm choose",
  "/p/[project]/compare/arms": "find",
  "/p/[project]/planner": Object.keys(PLAN_FIELDS).join(" "),
  "/p/[project]/campaigns/[campaign]": "verify",
  "/p/[project]/campaigns/[campaign]/checks/[check]": "arm after",
  "/p/[project]/campaigns/[campaign]/episodes/[episode]":
    "find findFrom step at attempt show offset beside besideStep view campaign arm attack case outcome termination class split tool decision marker alarm text",
  "/p/[project]/settings/audit": AUDIT,
  "/p/[project]/settings/retention": "act days",
  "/settings/audit": AUDIT,
  "/sign-in": "next error",
  "/sign-in/code": "next with",
  "/sign-in/sso": "next",
  "/invitation": "code",
  "/new-password": "code",
};

/** The addresses whose page or route reads its query, by the sources. */
export function readingTheirQuery(): string[] {
  const app = join(PROJECT_ROOT, "app");
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => /^(page\.tsx|route\.ts)$/.test(entry.name))
    .filter((entry) =>
      readFileSync(join(entry.parentPath, entry.name), "utf8").includes("searchParams"),
    )
    .map((entry) => entry.parentPath.slice(app.length).replaceAll(/\/\([^)]*\)/g, ""));
}
