import { AGENT_ROLES } from "@/lib/domain/agent-role";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import type { EpisodeStep, StepEvent } from "@/lib/domain/episode-steps";
import { momentName } from "@/lib/format/episode-moment";
import { clockOf } from "@/lib/format/time";
import { CallStep } from "./call-step";
import { Step } from "./step";
import { momentHref, type StepLinks } from "./step-links";
import { StepText } from "./step-text";

/** The steps of an episode as the record has them: messages, fragments, calls with what became of them. */
export function Timeline({ steps, ...rest }: { steps: readonly EpisodeStep[] } & DrawnStep) {
  return (
    <ol className="relative border-l border-line pl-5">
      {steps.map((step) => (
        <TimelineStep key={`${step.kind}${step.index}`} step={step} {...rest} />
      ))}
    </ol>
  );
}

type DrawnStep = {
  links: StepLinks;
  /** Texts to highlight wherever they occur, e.g. the canary. */
  markers: readonly string[];
  /** The rule that attributes the campaign's calls, in words; null where the record does. */
  rule?: string | null;
};

export function TimelineStep({
  step,
  links,
  markers,
  rule = null,
}: { step: EpisodeStep } & DrawnStep) {
  if (step.kind === "call")
    return <CallStep step={step} rule={rule} links={links} markers={markers} />;
  const of = {
    kind: step.kind === "event" ? "event" : step.of,
    index: step.index,
  } as const;
  const place = { id: `${links.anchor}${momentName(of)}`, href: momentHref(links, of) };
  if (step.kind === "unreadable")
    return (
      <Step {...place} name="Unreadable" time={null} dot="plain">
        <p className="text-[13px] text-ink-2">
          What the record holds here is not what its format asks for; the raw record shows it.
        </p>
      </Step>
    );
  const { event } = step;
  return (
    <Step
      {...place}
      name={nameOf(event)}
      detail={
        <>
          {event.role !== undefined && !Object.hasOwn(ROLE_NAMES, event.role) ? (
            <DataName text={event.role} />
          ) : null}
          {event.untrusted === true ? <Chip tone="quiet">untrusted</Chip> : null}
        </>
      }
      time={event.at === undefined ? null : clockOf(event.at)}
      dot="plain"
    >
      {event.text === null || event.text.bytes === 0 ? (
        <p className="mt-1 text-ink-3">no text</p>
      ) : (
        <StepText
          part={event.text}
          of={of}
          field="text"
          links={links}
          markers={markers}
          tone={event.untrusted === true ? "untrusted" : "plain"}
        />
      )}
    </Step>
  );
}

const ROLE_NAMES: Record<string, string> = {
  user: "Operator",
  operator: "Operator",
  ...Object.fromEntries(AGENT_ROLES.map((role) => [role, "Agent"])),
  system: "System",
  tool: "Tool",
};
const KIND_NAMES: Record<StepEvent["kind"], string> = {
  message: "Message",
  retrieval: "Retrieved",
  decision: "Decision",
  error: "Error",
  note: "Note",
};

function nameOf({ kind, role = "" }: StepEvent): string {
  // A role is a record's word: "constructor" is in every object.
  const known = Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role] : undefined;
  return kind === "message" ? (known ?? KIND_NAMES.message) : KIND_NAMES[kind];
}
