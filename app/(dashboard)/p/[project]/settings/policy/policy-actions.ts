"use server";

import { revalidatePath } from "next/cache";
import { answerProjectForm } from "@/app/_forms/answer-form";
import { textOf } from "@/app/_forms/sent";
import type { FormOutcome } from "@/components/ui/outcome-form";
import { database } from "@/db";
import type { AuditDetail } from "@/db/schema/audit-entries";
import { changePolicy } from "@/db/queries/policies";
import { audit } from "@/lib/audit/audit";
import { policyChanges, readPolicy } from "@/lib/domain/policy-fields";
import { AppError } from "@/lib/errors";
import { policyPath } from "@/lib/format/paths";
import { typedPolicy } from "./typed-policy";

/** Gives the project another policy: a new version, with who decided and why. */
export async function changePolicyNow(
  project: string,
  _before: FormOutcome,
  form: FormData,
): Promise<FormOutcome> {
  return answerProjectForm(project, "administer", async ({ scope, by }) => {
    // Also when it is refused: another version may have come meanwhile.
    revalidatePath(policyPath(project));
    const read = readPolicy(typedPolicy(form));
    if ("problems" in read)
      throw new AppError("invalid_input", Object.values(read.problems).join(" "));
    const { settings } = read;
    const [from, reason] = [Number(textOf(form, "from")), textOf(form, "reason")];
    const version = await database().db.transaction(async (tx) => {
      const change = { from, settings, by: by.name, reason };
      const { before, after } = await changePolicy(tx, scope, change);
      const detail: AuditDetail = { reason: reason.trim() };
      for (const { label, before: was, after: is } of policyChanges(before, after))
        detail[label] = `${was} → ${is}`;
      await audit(tx, by, {
        action: "policy.changed",
        projectId: scope.projectId,
        object: { kind: "policy", id: String(after.version) },
        detail,
      });
      return after.version;
    });
    return `Version ${version} holds from now on.`;
  });
}
