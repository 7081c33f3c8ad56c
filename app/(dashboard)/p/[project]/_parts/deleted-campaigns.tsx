import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { DeletedCampaign } from "@/db/queries/deleted-campaigns";
import { integer } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";
import { deletedBy, WhyGone } from "./why-gone";

/** What is left of campaigns that are gone: that they were there, when they went and why. */
export function DeletedCampaigns({ campaigns }: { campaigns: readonly DeletedCampaign[] }) {
  return (
    <Card title="Deleted campaigns" note="the last 200; their records are gone">
      {campaigns.length === 0 ? (
        <p className="text-ink-2">No campaign was ever deleted or replaced here.</p>
      ) : (
        <ScrollBox label="Deleted campaigns">
          <table className="table-plain">
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                <th scope="col">Gone since</th>
                <th scope="col">Why</th>
                <th scope="col">By</th>
                <th scope="col" className="num">
                  Episodes
                </th>
                <th scope="col">Imported</th>
                <th scope="col">Source, SHA-256</th>
              </tr>
            </thead>
            <tbody>
              {campaigns.map((campaign) => (
                <tr key={campaign.id}>
                  <th scope="row">
                    <DataName text={campaign.name} />
                  </th>
                  <td>{instant(campaign.deletedAt)}</td>
                  <td className="max-w-[360px] min-w-[180px] whitespace-normal wrap-anywhere">
                    <WhyGone gone={campaign} />
                  </td>
                  <td>{deletedBy(campaign) ?? "n/a"}</td>
                  <td className="num">{integer(campaign.episodeCount)}</td>
                  <td>{instant(campaign.importedAt)}</td>
                  <td className="font-mono text-xs" title={campaign.fingerprint}>
                    {campaign.fingerprint.slice(0, 12)}…
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}
