import { type CaseNames, createCaseNames, hashOfValue } from "./case-names";
import { type Attempt, EVALUATED, promptOf } from "./garak-entry";
import { garakLines } from "./garak-lines";
import type { SourceFile } from "./importer";
import { fieldOf, isObject, type JsonObject } from "./json-value";

/** What is known of a report before its attempts are handed on. */
export type GarakSurvey = {
  setup: JsonObject;
  init: JsonObject;
  completion: JsonObject;
  /** The entries `eval`, which count what the attempts hold. */
  evals: readonly JsonObject[];
  /** Anything at all that belongs to a report. */
  entries: number;
  /** Attempts, each counted once, and how many of them no detector ever saw. */
  attempts: number;
  unevaluated: number;
  /** The run reached its end: it says so, or was summed up. */
  whole: boolean;
  /** The last line is no whole entry, so the file was cut there. */
  cut: boolean;
  /** True for the line that holds the last state of its attempt. */
  isLast(line: number): boolean;
  caseKeyOf(attempt: Attempt): string;
};

type Seen = { uuid: string | null; cell: string; status: number; line: number };

/**
 * Goes through a report once: every attempt stands in it twice, before and after its evaluation, and not
 * always in that order, so which line counts is known at the end alone.
 */
export async function surveyGarak(file: SourceFile): Promise<GarakSurvey> {
  const found = new Map<string, JsonObject>();
  const evals: JsonObject[] = [];
  const seen: Seen[] = [];
  const names: CaseNames = createCaseNames();
  const cells = new Map<string, string>();
  let entries = 0;
  let cut = false;
  for await (const line of garakLines(file)) {
    cut = line.kind === "refused" && line.issue.code === "not-json";
    if (line.kind === "refused") continue;
    entries += 1;
    if (line.kind === "entry") {
      if (line.type === "eval") evals.push(line.entry);
      else if (!found.has(line.type)) found.set(line.type, line.entry);
      continue;
    }
    const { attempt } = line;
    const prompt = promptHash(attempt);
    const name = nameOf(attempt);
    if (name !== null) names.note(name, prompt);
    const text = `${attempt.probe_classname}\n${attempt.seq ?? ""}\n${prompt}`;
    const cell = cells.get(text) ?? text;
    cells.set(text, cell);
    seen.push({ uuid: attempt.uuid ?? null, cell, status: attempt.status, line: line.line });
  }
  const chosen = lastLines(seen);
  const unevaluated = [...chosen.values()].filter(({ status }) => status < EVALUATED).length;
  const lines = new Set([...chosen.values()].map(({ line }) => line));
  return {
    setup: setupOf(found),
    init: found.get("init") ?? {},
    completion: found.get("completion") ?? {},
    evals,
    entries,
    attempts: chosen.size,
    unevaluated,
    whole: !cut && (found.has("completion") || found.has("digest")),
    cut,
    isLast: (line) => lines.has(line),
    caseKeyOf(attempt) {
      const prompt = promptHash(attempt);
      const name = nameOf(attempt);
      return name === null
        ? `${attempt.probe_classname} ${prompt.slice(0, 12)}`
        : names.keyOf(name, prompt);
    },
  };
}

/**
 * The line of each attempt that counts: the furthest status, then the later line. An attempt is its uuid;
 * where there is none, or one that attempts share (aggregated reports give the run's), it is its probe,
 * number and prompt, and the n-th line of a status belongs to the n-th of another.
 */
function lastLines(seen: readonly Seen[]): ReadonlyMap<string, Seen> {
  const owner = new Map<string, string | null>();
  for (const { uuid, cell } of seen) {
    if (uuid === null) continue;
    const known = owner.get(uuid);
    owner.set(uuid, known === undefined || known === cell ? cell : null);
  }
  const counts = new Map<string, number>();
  const chosen = new Map<string, Seen>();
  for (const one of seen) {
    const own = one.uuid !== null && owner.get(one.uuid) !== null;
    const counter = `${one.status} ${one.cell}`;
    const nth = counts.get(counter) ?? 0;
    if (!own) counts.set(counter, nth + 1);
    const id = own ? `u ${one.uuid}` : `c ${nth} ${one.cell}`;
    const best = chosen.get(id);
    if (best === undefined || one.status >= best.status) chosen.set(id, one);
  }
  return chosen;
}

/** `probe#seq`; null where the attempt has no number. */
function nameOf(attempt: Attempt): string | null {
  return typeof attempt.seq === "number" ? `${attempt.probe_classname}#${attempt.seq}` : null;
}

function promptHash(attempt: Attempt): string {
  return hashOfValue(promptOf(attempt));
}

/** The setup's own line, else the copy of it in the digest. */
function setupOf(found: ReadonlyMap<string, JsonObject>): JsonObject {
  const own = found.get("start_run setup");
  const copy = fieldOf(found.get("digest"), "meta", "setup");
  return own ?? (isObject(copy) ? copy : {});
}
