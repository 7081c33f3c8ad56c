/** What an entry of the instance's log says. Hexadecimal digests, instants in UTC. */
export type LogEntry =
  | { kind: "opened"; at: string; log: string; before: string[] }
  | {
      kind: "sealed";
      at: string;
      project: string;
      campaign: string;
      episodes: number;
      root: string;
      manifest: string;
    }
  | {
      kind: "deleted";
      at: string;
      project: string;
      campaign: string;
      episodes: number;
      reason: string;
      by: string | null;
      root: string | null;
      /** Why, in the words of whoever did it; null where nobody was asked. */
      why: string | null;
    }
  | {
      /** The content of a campaign was dropped. */
      kind: "emptied";
      at: string;
      project: string;
      campaign: string;
      episodes: number;
      by: string;
      why: string;
      /** How many episodes' records, and the bytes of all. */
      records: number;
      bytes: number;
      /** SHA-256 of the text that says what everything else is the digest of (remains.ts). */
      remains: string;
    };

/** Null for what is no entry of version 1. */
export function readLogEntry(body: string): LogEntry | null {
  const value = parsed(body);
  if (value === null || value["v"] !== 1) return null;
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : "");
  const textOrNull = (name: string) => (typeof value[name] === "string" ? value[name] : null);
  const number = (name: string) => (typeof value[name] === "number" ? value[name] : 0);
  const at = text("at");
  if (value["kind"] === "opened") {
    const before: unknown = value["before"];
    const ids = Array.isArray(before) ? before.filter((id) => typeof id === "string") : [];
    return { kind: "opened", at, log: text("log"), before: ids };
  }
  const common = {
    at,
    project: text("project"),
    campaign: text("campaign"),
    episodes: number("episodes"),
  };
  if (value["kind"] === "sealed")
    return { kind: "sealed", ...common, root: text("root"), manifest: text("manifest") };
  if (value["kind"] === "emptied") {
    const [records, bytes] = [number("records"), number("bytes")];
    const said = { by: text("by"), why: text("why"), remains: text("remains") };
    return { kind: "emptied", ...common, ...said, records, bytes };
  }
  if (value["kind"] !== "deleted") return null;
  const rest = {
    reason: text("reason"),
    by: textOrNull("by"),
    root: textOrNull("root"),
    why: textOrNull("why"),
  };
  return { kind: "deleted", ...common, ...rest };
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The origin of the log's checkpoints: which log it is. */
export function logOrigin(log: string): string {
  return `aftermath/log/${log}`;
}
