import { Chip } from "@/components/ui/chip";
import { DataName, DataText } from "@/components/ui/data-text";
import type { EventRecord } from "@/lib/domain/records";
import { clockOf } from "@/lib/format/time";
import { CallStep, type CallPoints } from "./call-step";
import type { DrawText } from "./draw-text";
import { Step } from "./step";
import type { TimelineItem } from "./timeline.model";

/** Where one text of the page begins, and the address that shows another window of it. */
export type TextWindows = {
  fromOf: (key: string) => number;
  hrefOf: (key: string) => (from: number) => string;
};

/** The steps of an episode as the record has them: messages, fragments, calls with what became of them. */
export function Timeline({
  items,
  markers,
  points,
  rule = null,
  windows,
}: {
  items: readonly TimelineItem[];
  markers: readonly string[];
  /** Weight points of each call of the record, as stored at ingest. */
  points: ReadonlyMap<number, CallPoints>;
  /** The rule that attributes the campaign's calls, in words; null where the record does. */
  rule?: string | null;
  windows: TextWindows;
}) {
  return (
    <ol className="relative border-l border-line pl-5">
      {items.map((item) => {
        const text = (key: string, value: string, mono = false) => (
          <DataText
            text={value}
            markers={markers}
            mono={mono}
            from={windows.fromOf(key)}
            windowHref={windows.hrefOf(key)}
          />
        );
        return item.kind === "event" ? (
          <EventStep key={`e${item.index}`} event={item.event} index={item.index} text={text} />
        ) : (
          <CallStep
            key={`c${item.index}`}
            item={item}
            points={points.get(item.index) ?? null}
            rule={rule}
            text={text}
          />
        );
      })}
    </ol>
  );
}

function EventStep({ event, index, text }: { event: EventRecord; index: number; text: DrawText }) {
  return (
    <Step
      name={nameOf(event)}
      detail={
        <>
          {event.role !== undefined && !(event.role in ROLE_NAMES) ? (
            <DataName text={event.role} />
          ) : null}
          {event.untrusted === true ? <Chip tone="quiet">untrusted</Chip> : null}
        </>
      }
      time={event.at === undefined ? null : clockOf(event.at)}
      dot="plain"
    >
      <div
        className={`mt-1 rounded-[8px] border border-line px-3 py-2 ${event.untrusted === true ? "untrusted" : "bg-panel"}`}
      >
        {event.text === undefined || event.text === "" ? (
          <span className="text-ink-3">no text</span>
        ) : (
          text(`e${index}`, event.text)
        )}
      </div>
    </Step>
  );
}

const ROLE_NAMES: Record<string, string> = {
  user: "Operator",
  operator: "Operator",
  assistant: "Agent",
  agent: "Agent",
  system: "System",
  tool: "Tool",
};
const KIND_NAMES: Record<EventRecord["kind"], string> = {
  message: "Message",
  retrieval: "Retrieved",
  decision: "Decision",
  error: "Error",
  note: "Note",
};

function nameOf(event: EventRecord): string {
  const role = event.role === undefined ? undefined : ROLE_NAMES[event.role];
  return event.kind === "message" ? (role ?? KIND_NAMES.message) : KIND_NAMES[event.kind];
}
