import { textWindow } from "./data-text.model";
import { DrawnRuns } from "./drawn-run";

/**
 * A sentence of ours that names things of a record (a campaign, an arm, a version). Those names are
 * hostile by nature, so the sentence is drawn as record text is: what hides or reorders is named.
 */
export function Sentence({ text }: { text: string }) {
  return (
    <bdi className="data-name">
      <DrawnText text={text} />
    </bdi>
  );
}

/** The same for the cell of a table, whose class is `data-name`: a cell keeps its direction to itself. */
export function DrawnText({ text }: { text: string }) {
  return <DrawnRuns runs={textWindow(text).runs} />;
}
