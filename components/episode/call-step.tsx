import { ByRule } from "@/components/ui/by-rule";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import type { CallRecord } from "@/lib/domain/records";
import type { Role } from "@/lib/domain/role";
import { points as pointWords } from "@/lib/format/numbers";
import { clockOf } from "@/lib/format/time";
import { Step } from "./step";
import type { DrawText } from "./draw-text";
import { valueText, type TimelineItem } from "./timeline.model";

/** What ingest made of a call: its role, and its weight points. */
export type CallPoints = {
  role: Role | null;
  weight: number;
  damage: number;
  exposure: number;
  friction: boolean;
  unattributed: boolean;
};

/** A call: arguments, the policy's decision with its rule, whether it ran, its result, its points. */
export function CallStep({
  item,
  points,
  rule = null,
  text,
}: {
  item: Extract<TimelineItem, { kind: "call" }>;
  points: CallPoints | null;
  /** The rule that attributes the campaign's calls, in words; null where the record does. */
  rule?: string | null;
  text: DrawText;
}) {
  const { call, index } = item;
  const args = call.args === undefined ? "" : valueText(call.args);
  const result = item.resultInEvent || call.result === undefined ? "" : valueText(call.result);
  return (
    <Step
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
      {args === "" ? null : (
        <div className="mt-1 rounded-[8px] border border-line bg-panel px-3 py-2">
          {text(`a${index}`, args, true)}
        </div>
      )}
      {result === "" ? null : (
        <div className="mt-1 ml-4 rounded-[8px] border border-line bg-panel px-3 py-2">
          <p className="text-xs text-ink-3">result</p>
          {text(`r${index}`, result, true)}
        </div>
      )}
      {call.error === undefined ? null : (
        <div className="mt-1 ml-4 rounded-[8px] border border-line bg-panel px-3 py-2">
          <p className="text-xs text-ink-3">error</p>
          {text(`x${index}`, call.error)}
        </div>
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
  authorised: CallRecord["authorised"];
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

function Fate({ call }: { call: CallRecord }) {
  if (call.decision?.outcome === "deny") {
    return <Chip tone="warn">{call.executed ? "DENIED, YET EXECUTED" : "DENIED"}</Chip>;
  }
  if (!call.executed) return <Chip tone="quiet">not executed</Chip>;
  return <Chip tone="quiet">executed</Chip>;
}

/** Where the marker travelled, as the record says it. */
function Marker({ call: { marker } }: { call: CallRecord }) {
  const where = [
    marker?.inArguments === true ? "in the arguments" : "",
    marker?.inResult === true ? "in the result" : "",
    marker?.returned === true ? "handed to someone not entitled" : "",
  ].filter((place) => place !== "");
  if (where.length === 0) return null;
  return <Chip tone="bad">marker {where.join(", ")}</Chip>;
}

function Why({ call: { decision } }: { call: CallRecord }) {
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

function dotOf(call: CallRecord, points: CallPoints | null): "plain" | "denied" | "hurt" {
  if (points !== null && points.damage > 0) return "hurt";
  return call.decision?.outcome === "deny" ? "denied" : "plain";
}
