/** Half a surrogate pair, which no URL can carry. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

type Query = Record<string, string | readonly string[] | undefined>;

/** One part of a path or query, whatever it holds: encoded, never throwing. */
export function encodePart(part: string): string {
  return encodeURIComponent(part.replace(LONE_SURROGATE, "\ufffd"));
}

/** The reverse of `encodePart`; null for what no encoding gives. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function projectPath(project: string): string {
  return `/p/${encodePart(project)}`;
}

export function campaignPath(project: string, campaign: string): string {
  return `${projectPath(project)}/campaigns/${encodePart(campaign)}`;
}

/** The episodes of one arm that a meter check of the campaign names. */
export function checkPath(
  project: string,
  campaign: string,
  check: string,
  query: Query = {},
): string {
  return withQuery(`${campaignPath(project, campaign)}/checks/${encodePart(check)}`, query);
}

/** A campaign's report as a download of the API. */
export function campaignReportPath(project: string, campaign: string, format: string): string {
  const path = `/api/v1/projects/${encodePart(project)}/campaigns/${encodePart(campaign)}/report`;
  return withQuery(path, { format });
}

/** The same of a comparison; each side names its arms as the compare page's address does. */
export function comparisonReportPath(
  project: string,
  sides: { baseline: readonly string[]; candidate: readonly string[] },
  format: string,
): string {
  return withQuery(`/api/v1/projects/${encodePart(project)}/comparison`, { ...sides, format });
}

/** A saved comparison's report as it was on its day. */
export function savedComparisonReportPath(project: string, id: string, format: string): string {
  const path = `/api/v1/projects/${encodePart(project)}/comparisons/${encodePart(id)}`;
  return withQuery(path, { format });
}

/** `filter` is the query of the list that the reader came from, so that next and previous stay in it. */
export function episodePath(project: string, campaign: string, seq: number, filter = ""): string {
  return `${campaignPath(project, campaign)}/episodes/${seq}${filter === "" ? "" : `?${filter}`}`;
}

export function episodesPath(project: string, query: Query = {}): string {
  return withQuery(`${projectPath(project)}/episodes`, query);
}

export function attacksPath(project: string, query: Query = {}): string {
  return withQuery(`${projectPath(project)}/attacks`, query);
}

export function plannerPath(project: string): string {
  return `${projectPath(project)}/planner`;
}

/** The download of a filter's episodes; `query` has its `format`. */
export function episodesExportPath(project: string, query: Query): string {
  return withQuery(`/api/v1/projects/${encodePart(project)}/episodes/export`, query);
}

export function importsPath(project: string): string {
  return `${projectPath(project)}/imports`;
}

export function importPath(project: string, id: string): string {
  return `${importsPath(project)}/${encodePart(id)}`;
}

/** Where a project says what happens to old campaigns. */
export function retentionPath(project: string): string {
  return `${projectPath(project)}/settings/retention`;
}

export function tokensPath(project: string): string {
  return `${projectPath(project)}/settings/tokens`;
}

export function membersPath(project: string): string {
  return `${projectPath(project)}/settings/people`;
}

export function policyPath(project: string): string {
  return `${projectPath(project)}/settings/policy`;
}

/** The audit log of a project; of the whole installation without one. */
export function auditPath(project: string | null): string {
  return project === null ? "/settings/audit" : `${projectPath(project)}/settings/audit`;
}

export function methodsPath(project: string, anchor = ""): string {
  return `${projectPath(project)}/methods${anchor === "" ? "" : `#${encodePart(anchor)}`}`;
}

/** An arm as the comparison's address names it: the campaign's slug, a slash, the arm's key. */
export function armReference(arm: { campaignSlug: string; armKey: string }): string {
  return `${arm.campaignSlug}/${arm.armKey}`;
}

export function comparePath(
  project: string,
  arms: { baseline?: string | undefined; candidate?: string | undefined } = {},
): string {
  return withQuery(`${projectPath(project)}/compare`, arms);
}

/** A path with the parameters that are set, in the order given. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : (value ?? [])).map(
      (one) => `${encodePart(name)}=${encodePart(one)}`,
    ),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}
