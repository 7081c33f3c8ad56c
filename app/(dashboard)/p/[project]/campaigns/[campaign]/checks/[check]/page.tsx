import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { EmptyState } from "@/components/ui/empty-state";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { PageHeader } from "@/components/ui/page-header";
import { ScrollBox } from "@/components/ui/scroll-box";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { checkAnswer, checkQuery, type CheckAnswer } from "@/lib/answers/check-answer";
import { projectFor } from "@/lib/auth/project-access";
import { isAlarm, METER_CHECKS, meterCheckOf } from "@/lib/domain/meter-check";
import { TERMINATIONS } from "@/lib/domain/termination";
import { integer, outOf } from "@/lib/format/numbers";
import { campaignPath, checkPath, episodePath, episodesPath } from "@/lib/format/paths";
import { partOf } from "../../../../_data/address-part";
import type { SearchParams } from "../../../../_data/search-params";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Meter check" };

type Props = {
  params: Promise<{ project: string; campaign: string; check: string }>;
  searchParams: SearchParams;
};

export default async function CheckPage({ params, searchParams }: Props) {
  const { project: projectSlug, campaign: slug, check: name } = await params;
  const { project } = await projectFor(projectSlug, "read");
  const check = meterCheckOf(partOf(name)) ?? notFound();
  const query = checkQuery.parse(await searchParams);
  const answer =
    (await checkAnswer(database().db, project, partOf(slug), check, query)) ?? notFound();
  const { campaign, arm, episodes, cases, next } = answer;
  return (
    <>
      <PageHeader
        crumb={
          <TextLink href={campaignPath(project.slug, campaign.slug)}>
            <DataName text={campaign.name} />
          </TextLink>
        }
        title={METER_CHECKS[check].title}
        sentence={METER_CHECKS[check].meaning}
        actions={
          <LinkButton href={episodesPath(project.slug, { campaign: campaign.slug, arm: arm.key })}>
            All episodes of the arm
          </LinkButton>
        }
      />
      <p className="mt-3 text-[13px] text-ink-2">
        Arm <DataName text={arm.name} />,{" "}
        {isAlarm(check) || check === "disputed" ? "every case" : "attack cases"}, in the order of
        the source.
      </p>
      {episodes.length === 0 && cases.length === 0 ? (
        <EmptyState title="Nothing found here">
          No episode of this arm is named by this check
          {query.after === undefined ? "" : " any more"}.
        </EmptyState>
      ) : null}
      {episodes.length === 0 ? null : (
        <Card title="Episodes">
          <Episodes project={project.slug} answer={answer} />
        </Card>
      )}
      {cases.length === 0 ? null : (
        <Card title="Cases">
          <Cases project={project.slug} answer={answer} />
        </Card>
      )}
      {next === null ? null : (
        <p className="mt-4">
          <LinkButton
            href={checkPath(project.slug, campaign.slug, check, {
              arm: arm.key,
              after: String(next),
            })}
          >
            Next {integer(episodes.length)}
          </LinkButton>
        </p>
      )}
    </>
  );
}

function Episodes({ project, answer }: { project: string; answer: CheckAnswer }) {
  return (
    <ScrollBox label="Episodes">
      <table className="table-plain">
        <caption className="sr-only">Episodes that this check names</caption>
        <thead>
          <tr>
            <th scope="col">Episode</th>
            <th scope="col">Ending</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {answer.episodes.map((episode) => (
            <tr key={episode.seq}>
              <th scope="row" className="font-normal">
                <TextLink href={episodePath(project, answer.campaign.slug, episode.seq)}>
                  <DataName text={episode.caseKey} /> · replica {episode.replica}
                </TextLink>
              </th>
              <td>{TERMINATIONS[episode.termination].label}</td>
              <td>
                <OutcomeChip outcome={episode.outcome} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Cases({ project, answer }: { project: string; answer: CheckAnswer }) {
  const of = { campaign: answer.campaign.slug, arm: answer.arm.key };
  return (
    <ScrollBox label="Cases">
      <table className="table-plain">
        <caption className="sr-only">Cases with fewer episodes than planned</caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col" className="num">
              Started of planned
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.cases.map(({ caseKey, started }) => (
            <tr key={caseKey}>
              <th scope="row" className="font-normal">
                <TextLink href={episodesPath(project, { ...of, case: caseKey })}>
                  <DataName text={caseKey} />
                </TextLink>
              </th>
              <td className="num">{outOf(started, answer.planned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
