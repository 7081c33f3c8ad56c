import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import { armInput, articleDying, articleOn } from "@/lib/testing/article";
import { campaignColumns } from "./campaign-columns";
import { campaignArmRow } from "./campaign-row";

const state = { project: "p", ticked: [], tick: () => {} };
const alarms = campaignColumns(state, [], ["alarms"]).find(({ id }) => id === "alarms");
const on = armInput("on", articleOn(), true);

/** What the column sorts by, the text it shows, and where that leads. */
function shown(duplicateRecords: number, alarmedEpisodes: number) {
  const input = { ...on, campaign: { ...on.campaign, duplicateRecords } };
  const report = makeArmReport(input, DEFAULT_POLICY);
  const arm = { ...report, alarms: report.alarms + alarmedEpisodes };
  const row = campaignArmRow({ startedAt: null, target: "t", arm }, []);
  const drawn = renderToStaticMarkup(<>{alarms?.cell(row)}</>);
  return [
    alarms?.sortBy?.(row),
    drawn.replaceAll(/<[^>]*>/g, ""),
    /href="([^"]*)"/.exec(drawn)?.[1]?.replaceAll("&amp;", "&"),
  ];
}

it("leads from the aborted episodes to those of attack cases, which alone it counts", () => {
  const ended = campaignColumns(state, [], ["ended"]).find(({ id }) => id === "ended");
  const report = makeArmReport(armInput("dying", articleDying(), true), DEFAULT_POLICY);
  const row = campaignArmRow({ startedAt: null, target: "t", arm: report }, []);
  expect(renderToStaticMarkup(<>{ended?.cell(row)}</>)).toContain(
    'href="/p/p/episodes?campaign=nightly-dying&amp;arm=dying&amp;split=attack&amp;class=abort"',
  );
});

describe("the column of alarms", () => {
  it.each([
    [0, 0, [0, "0", undefined]],
    [0, 3, [3, "3", "/p/p/episodes?campaign=nightly-on&arm=on&alarm=yes"]],
    [1, 0, [1, "1", "/p/p/campaigns/nightly-on"]],
    [1, 3, [4, "4", "/p/p/campaigns/nightly-on"]],
  ])("%i duplicate records and %i alarmed episodes", (duplicates, episodes, expected) => {
    expect(shown(duplicates, episodes)).toEqual(expected);
  });
});
