import { namesOf } from "./names-of";

/**
 * Everything that the audit log tells of, with how it reads after a name. A change that is none of these
 * gets its own line here; what a row is about besides stands in its object and detail.
 */
export const AUDIT_ACTIONS = {
  "import.queued": "handed in an import",
  "import.previewed": "had an import looked at again",
  "import.started": "started an import",
  "import.cancelled": "cancelled an import",
  "import.sealed": "sealed an imported campaign",
  "live.opened": "opened a live campaign",
  "live.appended": "sent records to a live campaign",
  "live.sealed": "sealed a live campaign",
  "live.dropped": "gave a live campaign up",
  "campaign.replaced": "replaced a campaign",
  "campaign.deleted": "deleted a campaign",
  "campaign.held": "held a campaign",
  "campaign.released": "released a campaign from its hold",
  "campaign.emptied": "removed the content of a campaign",
  "annotation.added": "wrote a note",
  "dispute.raised": "disputed an outcome",
  "dispute.resolved": "resolved a dispute",
  "view.saved": "saved a view",
  "view.deleted": "deleted a view",
  "comparison.saved": "saved a comparison",
  "token.made": "made a token",
  "token.revoked": "revoked a token",
  "member.added": "let a person into the project",
  "member.changed": "changed a person's role",
  "member.removed": "took a person out of the project",
  "instance.set_up": "set the installation up",
  "instance.handed_over": "handed the installation over",
  "person.invited": "invited a person",
  "person.invitation_withdrawn": "withdrew an invitation",
  "person.joined": "took an invitation",
  "person.banned": "banned a person",
  "person.readmitted": "let a banned person in again",
  "person.password_changed": "changed a password",
  "person.reset_offered": "made a link to reset a password",
  "person.second_factor_begun": "began to set up a second factor",
  "person.second_factor_added": "added a second factor",
  "person.second_factor_dropped": "dropped a second factor",
  "person.recovery_codes_made": "made new recovery codes",
  "session.signed_in": "signed in",
  "session.signed_out": "signed out",
  "session.ended": "ended sessions",
  "policy.changed": "changed the policy",
  "retention.changed": "changed how long is kept",
  "checkpoint.set_aside": "set the kept checkpoint aside",
  "export.campaign": "exported a campaign",
  "export.episodes": "exported episodes",
  "export.report": "downloaded a campaign's report",
  "export.comparison": "downloaded a comparison's report",
  "export.issues": "downloaded what an import noticed",
  "export.record": "downloaded a record",
  "export.source": "downloaded a source file",
  "export.audit": "exported the audit log",
  "request.refused": "asked for what was refused",
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = namesOf(AUDIT_ACTIONS);

export const AUDIT_OUTCOMES = ["done", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
