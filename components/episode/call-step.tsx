import { ByRule } from "@/components/ui/by-rule";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import type { CallPoints, EpisodeStep, StepCall } from "@/lib/domain/episode-steps";
import { momentName } from "@/lib/format/episode-moment";
import { points as pointWords } from "@/lib/format/numbers";
import { clockOf } from "@/lib/format/time";
import { Step } from "./step";
import { momentHref, type StepLinks } from "./step-links";
import { StepText } from "./step-text";

/** A call: arguments, the policy's decision with its rule, whether it ran, its result, its points. */
export function CallStep({
  step,
  rule = null,
  links,
  markers,
}: {
  step: Extract<EpisodeStep, { kind: "call" }>;
  /** The rule that attributes the campaign's calls, in words; null where the record does. */
  rule?: string | null;
  links: StepLinks;
  markers: readonly string[];
}) {
  const { call, points } = step;
  const of = { kind: "call", index: step.index } as const;
  return (
    <Step
      id={`${links.anchor}${momentName(of)}`}
      href={momentHref(links, of)}
      name={<DataName text={call.tool} mono />}
      detail={
        <>
          {points === null ? null : (
            <span>
              {points.role ?? "unknown tool"} · weight {pointWords(points.weight)}
            </span>
          )}
          <Fate call={call} />
          <Marker call={call} />
          <Authority authorised={call.authorised} rule={rule} />
        </>
      }
      time={call.at === undefined ? null : clockOf(call.at)}
      dot={dotOf(call, points)}
    >
      {call.args === null ? null : (
        <StepText part={call.args} of={of} field="args" links={links} markers={markers} />
      )}
      {call.result === null ? null : (
        <StepText
          part={call.result}
          of={of}
          field="result"
          label="result"
          links={links}
          markers={markers}
        />
      )}
      {call.error === null ? null : (
        <StepText
          part={call.error}
          of={of}
          field="error"
          label="error"
          links={links}
          markers={markers}
        />
      )}
      <p className="mt-1 text-[12.5px] text-ink-2">
        <Why call={call} /> {consequences(points, rule !== null)}{" "}
        {points !== null && points.damage > 0 ? <ByRule rule={rule} /> : null}
      </p>
    </Step>
  );
}

/** Whose the call was: as the operator recorded it, or as the campaign's rule has it. */
function Authority({
  authorised,
  rule,
}: {
  authorised: StepCall["authorised"];
  rule: string | null;
}) {
  if (rule === null) {
    return authorised === true ? <span>authorised by the operator</span> : null;
  }
  if (authorised === undefined || authorised === null) return null;
  return (
    <span>
      {authorised ? "not damage: the attack failed" : "the attacker's"} <ByRule rule={rule} />
    </span>
  );
}

function Fate({ call }: { call: StepCall }) {
  if (call.decision?.outcome === "deny") {
    return <Chip tone="warn">{call.executed ? "DENIED, YET EXECUTED" : "DENIED"}</Chip>;
  }
  if (!call.executed) return <Chip tone="quiet">not executed</Chip>;
  return <Chip tone="quiet">executed</Chip>;
}

/** Where the marker travelled, as the record says it. */
function Marker({ call: { marker } }: { call: StepCall }) {
  const where = [
    marker?.inArguments === true ? "in the arguments" : "",
    marker?.inResult === true ? "in the result" : "",
    marker?.returned === true ? "handed to someone not entitled" : "",
  ].filter((place) => place !== "");
  if (where.length === 0) return null;
  return <Chip tone="bad">marker {where.join(", ")}</Chip>;
}

function Why({ call: { decision } }: { call: StepCall }) {
  if (decision === undefined) return null;
  return (
    <>
      {decision.rule === undefined ? null : (
        <>
          Rule <DataName text={decision.rule} mono />
          {decision.reason === undefined ? "." : ": "}
        </>
      )}
      {decision.reason === undefined ? null : <DataName text={decision.reason} />}
    </>
  );
}

function consequences(points: CallPoints | null, byRule: boolean): string {
  if (points === null) return "";
  return [
    points.damage > 0 ? `Damage + ${pointWords(points.damage)}.` : "",
    points.exposure > 0 ? `Exposure + ${pointWords(points.exposure)}.` : "",
    points.friction ? "Friction: the operator had authorised it." : "",
    points.unattributed
      ? byRule
        ? "Unattributed: the rule cannot tell whose it was."
        : "Unattributed: neither marker nor authorisation was recorded."
      : "",
  ].join(" ");
}

function dotOf(call: StepCall, points: CallPoints | null): "plain" | "denied" | "hurt" {
  if (points !== null && points.damage > 0) return "hurt";
  return call.decision?.outcome === "deny" ? "denied" : "plain";
}
