import { z } from "zod";
import { STEP_FIELDS } from "@/lib/domain/episode-steps";
import { readBeside, readMoment } from "@/lib/format/episode-moment";
import { type AddressQuery, oneValue } from "./query-values";

const offset = oneValue
  .transform((text) => (/^[0-9]{1,9}$/.test(text ?? "") ? Number(text) : 0))
  .catch(0);

/** What of an episode the page shows, as its address has it; anything unknown is dropped. */
const viewSchema = z
  .object({
    /** Position of the first step. */
    step: offset,
    at: oneValue.transform((text) => readMoment(text ?? "")),
    /** An attempt before the last, from 1. */
    attempt: offset.transform((number) => (number === 0 ? null : number)),
    /** One long text at another part of it: "call-3.args", and where it begins. */
    show: oneValue.transform(readPart),
    offset,
    find: oneValue.transform((text) => text?.slice(0, 500)),
    /** Position from which the search goes on. */
    findFrom: offset,
    beside: oneValue.transform((text) => readBeside(text ?? "")),
    /** Position of the first step of the episode beside. */
    besideStep: offset,
    view: oneValue.transform((text) =>
      text === "record" ? ("record" as const) : ("steps" as const),
    ),
  })
  .transform(({ show, offset: from, ...rest }) => ({
    ...rest,
    offset: from,
    show: show === null ? null : { ...show, from },
  }));

export type EpisodeView = z.infer<typeof viewSchema>;

export function episodeView(query: AddressQuery): EpisodeView {
  return viewSchema.parse(query);
}

function readPart(text: string | undefined) {
  const [name = "", field] = text?.split(".") ?? [];
  const of = readMoment(name);
  const known = STEP_FIELDS.find((one) => one === field);
  return of === null || known === undefined ? null : { of, field: known };
}
