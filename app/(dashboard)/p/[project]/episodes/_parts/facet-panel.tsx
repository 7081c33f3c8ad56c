import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { FACET_NAMES, type FacetName, type FacetValue } from "@/db/queries/facet-sums";
import type { EpisodeFacets } from "@/db/queries/found-facets";
import type { EpisodeQuery } from "@/lib/answers/episode-query";
import { countOrMore } from "@/lib/format/searched";
import { integer } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import { FACET_TITLES, facetLabel } from "./facet-labels";

/** Values that stand open, and how many more a list of attacks may have. */
const OPEN = 6;
const MOST = 200;

/** By what the list can be narrowed, each value with how many episodes of the filter have it. */
export function FacetPanel({
  project,
  query,
  found,
  armNames,
}: {
  project: string;
  query: EpisodeQuery;
  found: EpisodeFacets;
  armNames: ReadonlyMap<string, string>;
}) {
  const shown = FACET_NAMES.filter((name) => (found.facets[name] ?? []).length > 0);
  if (shown.length === 0) return null;
  return (
    <details
      open
      className="no-print mt-4 rounded-[10px] border border-line bg-panel px-[18px] py-3"
    >
      <summary className="min-h-6 text-[13px] font-[540]">Narrow by</summary>
      <div className="mt-2 grid gap-x-6 gap-y-4 max-md:-mx-2 max-md:grid-flow-col max-md:auto-cols-[190px] max-md:overflow-x-auto max-md:px-2 md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
        {shown.map((name) => (
          <Facet
            key={name}
            name={name}
            values={found.facets[name] ?? []}
            exact={found.exact}
            label={(value) => facetLabel(name, value, armNames)}
            path={(value) => episodesPath(project, { ...query, [name]: value })}
          />
        ))}
      </div>
    </details>
  );
}

type Labelled = {
  values: readonly FacetValue[];
  exact: boolean;
  label: (value: string) => string;
  path: (value: string) => string;
};

function Facet({ name, values, ...rest }: Labelled & { name: FacetName }) {
  const more = values.slice(OPEN, OPEN + MOST);
  const left = values.length - OPEN - more.length;
  return (
    <section aria-label={FACET_TITLES[name]} className="min-w-0">
      <h3 className="mb-1 text-xs text-ink-3">{FACET_TITLES[name]}</h3>
      <Values values={values.slice(0, OPEN)} {...rest} />
      {more.length === 0 ? null : (
        <details>
          <summary className="min-h-6 text-xs text-ink-2">{integer(more.length)} more</summary>
          <div className="max-h-64 overflow-y-auto pr-2">
            <Values values={more} {...rest} />
          </div>
          {left > 0 ? (
            <p className="text-xs text-ink-3">and {integer(left)} that have fewer</p>
          ) : null}
        </details>
      )}
    </section>
  );
}

function Values({ values, exact, label, path }: Labelled) {
  return (
    <ul className="text-[13px]">
      {values.map(({ value, count }) => (
        <li key={value} className="flex min-h-6 items-baseline justify-between gap-3">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <TextLink href={path(value)}>
              <DataName text={label(value)} />
            </TextLink>
          </span>
          <span className="text-ink-2 tabular-nums">{countOrMore(count, exact)}</span>
        </li>
      ))}
    </ul>
  );
}
