/** A place in an episode: a call or an event, by its index from 0 in the record's own list. */
export type Moment = { kind: "call" | "event"; index: number };

/** As an address names it, counted from 1 as the page counts: "call-3", "event-17". */
export function momentName({ kind, index }: Moment): string {
  return `${kind}-${index + 1}`;
}

/** The reverse; null for any other text. */
export function readMoment(text: string): Moment | null {
  const match = /^(call|event)-([1-9][0-9]{0,8})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { kind: match[1] === "call" ? "call" : "event", index: Number(match[2]) - 1 };
}

/**
 * What an episode's address says in order to open at a moment, wherever in the record it is: `at` picks the
 * slice, which a server never learns from the fragment. `attempt` counts from 1; absent for the last.
 */
export function momentQuery(moment: Moment, attempt?: number): string {
  const at = `at=${momentName(moment)}`;
  return `${attempt === undefined ? at : `attempt=${attempt}&${at}`}#${momentName(moment)}`;
}

/** An episode as `?beside=` names it: the campaign's slug, a dot, the number. */
export function besideName(place: { campaignSlug: string; seq: number }): string {
  return `${place.campaignSlug}.${place.seq}`;
}

export function readBeside(text: string): { campaignSlug: string; seq: number } | null {
  const match = /^(.{1,200})\.([1-9][0-9]{0,8})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { campaignSlug: match[1], seq: Number(match[2]) };
}
