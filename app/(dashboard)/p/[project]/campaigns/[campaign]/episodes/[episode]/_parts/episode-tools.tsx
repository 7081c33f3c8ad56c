import { joined } from "@/components/episode/step-links";
import { BOX } from "@/components/ui/box";
import { ViewLink } from "./view-link";

/** Search within the episode, the ways to look at it, and its attempts. Plain links and one plain form. */
export function EpisodeTools({
  path,
  filter,
  page,
  view,
  attempts,
}: {
  /** The page without a query, and the filter as name and value pairs, which the form sends along. */
  path: string;
  filter: readonly (readonly [name: string, value: string])[];
  page: string;
  view: { kind: "steps" | "record" | "beside"; attempt: number | null; find: string | undefined };
  attempts: number;
}) {
  const earlier = Array.from({ length: Math.min(attempts - 1, 20) }, (_, index) => index + 1);
  return (
    <div className="no-print mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <nav aria-label="Ways to look at the episode" className="flex flex-wrap gap-1">
        <ViewLink href={page} on={view.kind === "steps" && view.attempt === null}>
          {attempts > 1 ? "Last attempt" : "Timeline"}
        </ViewLink>
        {earlier.map((number) => (
          <ViewLink
            key={number}
            href={joined(page, `attempt=${number}`)}
            on={view.kind === "steps" && view.attempt === number}
          >
            Attempt {number}
          </ViewLink>
        ))}
        <ViewLink href={joined(page, "view=record")} on={view.kind === "record"}>
          Raw record
        </ViewLink>
      </nav>
      <search>
        <form action={path} className="flex min-w-0 flex-wrap items-center gap-2">
          {filter.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {view.attempt === null ? null : (
            <input type="hidden" name="attempt" value={view.attempt} />
          )}
          <input
            type="search"
            name="find"
            required
            maxLength={500}
            aria-label="Search in this episode"
            placeholder="Search in this episode"
            defaultValue={view.find ?? ""}
            className={`${BOX} w-56`}
          />
          <button className="min-h-8 rounded-[7px] border border-line bg-panel px-3 font-[520] hover:border-field">
            Search
          </button>
        </form>
      </search>
    </div>
  );
}
