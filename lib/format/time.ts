import { fixed } from "./numbers";

const minute = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** An instant to the minute with its zone: "Nov 6, 2026, 17:42 UTC". Pages name one zone, UTC. */
export function instant(at: string | Date): string {
  return `${minute.format(new Date(at))} UTC`;
}

/** The day of an instant in UTC: "Nov 6". */
export function dayOf(at: string | Date): string {
  return day.format(new Date(at));
}

/** The time of day of an instant in UTC: "17:43:02 UTC". */
export function clockOf(at: string | Date): string {
  return `${clock.format(new Date(at))} UTC`;
}

/** A time span: 2100 is "2.1 s", 754000 is "12 min 34 s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${fixed(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
