/** Of the events and calls of a record, only what decides their order. Absent numbers are -1. */
export type Skeleton = {
  /** The call that each event names. */
  eventCall: readonly number[];
  /** Bits: 1 an agent's message, 2 nothing to draw, 4 came back from the call it names. */
  eventFlags: readonly number[];
  /** Milliseconds since 1970, NaN where no time is recorded; asked only where a call needs it. */
  eventAt: (index: number) => number;
  callTurn: readonly number[];
  callAt: readonly number[];
};

export const AGENT = 1;
export const EMPTY = 2;
export const ANSWER = 4;

/** `order`: an event by its index, a call by the complement (~) of its own. `turns` go with it. */
export type StepOrder = { order: Int32Array; turns: Uint32Array; answered: Uint8Array };

/**
 * Events in their order, each call where the record places it: before the first event that names it (its
 * result, its decision), else by its time, else after the agent's message of its turn, else at the end.
 * Costs what sorting the calls costs, whatever the number of events.
 */
export function orderSteps(skeleton: Skeleton): StepOrder {
  const { eventCall, eventFlags, eventAt, callTurn, callAt } = skeleton;
  const calls = callTurn.length;
  const placed = new Uint8Array(calls);
  const answered = new Uint8Array(calls);
  const named = new Uint8Array(calls);
  const order = new Int32Array(eventCall.length + calls);
  const turns = new Uint32Array(order.length);
  let length = 0;
  eventCall.forEach((call, event) => {
    if (call < 0 || call >= calls) return;
    named[call] = 1;
    if (((eventFlags[event] ?? 0) & ANSWER) !== 0) answered[call] = 1;
  });
  const timed = [...callAt.keys()]
    .filter((call) => named[call] === 0 && !Number.isNaN(callAt[call]))
    .toSorted((a, b) => (callAt[a] ?? 0) - (callAt[b] ?? 0) || a - b);
  const byTurn = new Map<number, number[]>();
  callTurn.forEach((of, call) => {
    const same = byTurn.get(of);
    if (same === undefined) byTurn.set(of, [call]);
    else same.push(call);
  });
  let turn = callTurn.includes(0) ? -1 : 0;
  let messages = 0;
  const push = (step: number) => {
    order[length] = step;
    turns[length] = messages;
    length += 1;
  };
  const place = (call: number) => {
    if (call < 0 || call >= calls || placed[call] === 1) return;
    placed[call] = 1;
    push(~call);
  };
  let due = 0;
  for (let event = 0; event < eventCall.length; event += 1) {
    if (due < timed.length) {
      const now = eventAt(event);
      const before = due;
      while (due < timed.length && (callAt[timed[due] ?? 0] ?? 0) < now) due += 1;
      for (const call of timed.slice(before, due).toSorted((a, b) => a - b)) place(call);
    }
    place(eventCall[event] ?? -1);
    const flags = eventFlags[event] ?? 0;
    if ((flags & AGENT) !== 0) messages += 1;
    if ((flags & EMPTY) === 0) push(event);
    if ((flags & AGENT) === 0) continue;
    turn += 1;
    for (const call of byTurn.get(turn) ?? []) place(call);
  }
  for (let call = 0; call < calls; call += 1) place(call);
  return { order: order.slice(0, length), turns: turns.slice(0, length), answered };
}
