import type { StepField } from "@/lib/domain/episode-steps";
import { type Moment, momentName, momentQuery } from "@/lib/format/episode-moment";

/** Where a timeline's links lead; plain texts, so that the server and the browser draw by the same. */
export type StepLinks = {
  /** The page's path with the filter of the list that the reader came from. */
  page: string;
  /** The episode's address in the API. */
  api: string;
  /** An attempt before the last, from 1; null for the last. */
  attempt: number | null;
  /** How an anchor of this timeline begins, where a page has two of them. */
  anchor: string;
};

/** The page, opened at a moment. */
export function momentHref(links: StepLinks, moment: Moment): string {
  return joined(links.page, momentQuery(moment, links.attempt ?? undefined));
}

/** The page with another slice of the steps. */
export function sliceHref(links: StepLinks, from: number): string {
  return joined(links.page, `${attemptPart(links)}step=${from}`);
}

/** The page with another part of one long text: what "Show more" does where no script runs. */
export function partHref(links: StepLinks, of: Moment, field: StepField, from: number): string {
  const name = momentName(of);
  return joined(
    links.page,
    `${attemptPart(links)}at=${name}&show=${name}.${field}&offset=${from}#${name}`,
  );
}

export function partAddress(links: StepLinks, of: Moment, field: StepField, from: number): string {
  return `${links.api}/events/text?${attemptPart(links)}kind=${of.kind}&index=${of.index}&field=${field}&from=${from}`;
}

export function sliceAddress(links: StepLinks, from: number): string {
  return `${links.api}/events?${attemptPart(links)}from=${from}`;
}

/** An address with more in its query. */
export function joined(address: string, more: string): string {
  if (more === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${more}`;
}

function attemptPart({ attempt }: StepLinks): string {
  return attempt === null ? "" : `attempt=${attempt}&`;
}
