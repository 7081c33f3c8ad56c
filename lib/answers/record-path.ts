import { encodePart } from "@/lib/format/paths";

/** The address of an episode in the API. */
export function episodeApiPath(project: string, campaign: string, seq: number): string {
  return `/api/v1/projects/${encodePart(project)}/campaigns/${encodePart(campaign)}/episodes/${seq}`;
}

/** The address of an episode's exact bytes. */
export function recordPath(project: string, campaign: string, seq: number): string {
  return `${episodeApiPath(project, campaign, seq)}/record`;
}
