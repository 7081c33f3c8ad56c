import { textWindow } from "@/components/ui/data-text.model";
import { DrawnRuns } from "@/components/ui/drawn-run";
import type { TextPart } from "@/lib/domain/episode-steps";

/**
 * A part of a recorded text, all of it: parts are small already, so that none is cut a second time. Drawn as
 * DataText draws: never markup, its direction isolated, what hides named.
 */
export function PartText({
  part,
  markers,
  mono = false,
}: {
  part: TextPart;
  markers: readonly string[];
  mono?: boolean;
}) {
  return (
    <bdi className={`data-text ${mono ? "font-mono text-[12.5px]" : ""}`}>
      <DrawnRuns runs={runsOf(part.text, markers)} />
    </bdi>
  );
}

function runsOf(text: string, markers: readonly string[]) {
  const runs = [];
  for (let from = 0; from < text.length;) {
    const view = textWindow(text, markers, from);
    runs.push(...view.runs);
    from = view.to;
  }
  return runs;
}
