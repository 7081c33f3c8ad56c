import { integer } from "@/lib/format/numbers";
import { textWindow } from "./data-text.model";
import { DrawnRuns } from "./drawn-run";
import { TextLink } from "./text-link";

/**
 * The one way to draw text of a record. It is hostile by nature: it stays text (no HTML, markdown or
 * links), its direction is isolated, what hides or reorders is named, and what is long is cut.
 */
export function DataText({
  text,
  markers = [],
  from = 0,
  windowHref,
  mono = false,
}: {
  text: string;
  /** Texts to highlight, e.g. the canary. */
  markers?: readonly string[];
  /** First character to show. */
  from?: number;
  /** The address of this page with another window of this text; without it a cut text says only that. */
  windowHref?: (from: number) => string;
  mono?: boolean;
}) {
  const view = textWindow(text, markers, from);
  return (
    <>
      <bdi className={`data-text ${mono ? "font-mono text-[12.5px]" : ""}`}>
        <DrawnRuns runs={view.runs} />
      </bdi>
      {view.from > 0 || view.to < view.length ? (
        <span className="mt-2 block text-xs text-ink-2">
          Characters {integer(view.from + 1)} to {integer(view.to)} of {integer(view.length)}.{" "}
          {windowHref !== undefined && view.from > 0 ? (
            <TextLink href={windowHref(0)}>From the start</TextLink>
          ) : null}{" "}
          {windowHref !== undefined && view.to < view.length ? (
            <TextLink href={windowHref(view.to)}>Show more</TextLink>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

/** A short name that came with a record, inside a line of ours: an arm, an attack, a tool. */
export function DataName({ text, mono = false }: { text: string; mono?: boolean }) {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return (
    <bdi className={`data-name ${mono ? "font-mono text-[12.5px]" : ""}`}>
      <DrawnRuns runs={textWindow(shown).runs} />
    </bdi>
  );
}
