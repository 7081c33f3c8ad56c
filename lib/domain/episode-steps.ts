import type { CallRecord, EventRecord } from "./records";
import type { Role } from "./role";

/**
 * A stretch of one recorded value, as text. Offsets are bytes of the value as it is stored: `from` up to,
 * not including, `to`, of `bytes`. A `json` value that is shown whole is laid out for reading; a part of
 * one is as it is stored.
 */
export type TextPart = {
  text: string;
  form: "text" | "json";
  from: number;
  to: number;
  bytes: number;
};

/** The values of a step that may be long, and so are read in parts. */
export const STEP_FIELDS = ["text", "args", "result", "error"] as const;
export type StepField = (typeof STEP_FIELDS)[number];

export type StepEvent = Pick<EventRecord, "kind" | "role" | "untrusted" | "at" | "call"> & {
  text: TextPart | null;
};

export type StepCall = Pick<
  CallRecord,
  "tool" | "turn" | "at" | "decision" | "executed" | "authorised" | "marker"
> & { args: TextPart | null; result: TextPart | null; error: TextPart | null };

/** What ingest made of a call: its role, and its weight points. */
export type CallPoints = {
  role: Role | null;
  weight: number;
  damage: number;
  exposure: number;
  friction: boolean;
  unattributed: boolean;
};

/**
 * One step of an episode. `index` counts from 0 in the record's own list of events or calls; `turn` is the
 * number of the agent's messages up to it. `unreadable`: the bytes there are not what the format asks for.
 */
export type EpisodeStep = { index: number; turn: number } & (
  | { kind: "event"; event: StepEvent }
  | { kind: "call"; call: StepCall; resultInEvent: boolean; points: CallPoints | null }
  | { kind: "unreadable"; of: "event" | "call" }
);

/** A slice of the steps: positions `from` up to `next`, which is null at the end, of `length`. */
export type StepSlice = {
  steps: EpisodeStep[];
  from: number;
  next: number | null;
  length: number;
};

/** A place in an episode where the text of a search stands; `times` within that value. */
export type StepHit = {
  kind: "event" | "call";
  index: number;
  position: number;
  /** Which value holds it; `tool` also stands for the decision's rule and reason. */
  field: StepField | "tool";
  /** Whole words that stand before and after, with "…" where more does. */
  before: string;
  match: string;
  after: string;
  times: number;
};

/** `next` is the position where the search has to go on; null when everything was looked at. */
export type StepSearch = { hits: StepHit[]; next: number | null; length: number };
