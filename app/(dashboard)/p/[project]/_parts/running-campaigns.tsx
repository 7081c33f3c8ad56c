import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import type { LiveCampaignRow } from "@/db/queries/live-campaigns";
import { plural } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";

/** Campaigns that are still being sent. They have no figures, and nothing compares them, until sealed. */
export function RunningCampaigns({ campaigns }: { campaigns: readonly LiveCampaignRow[] }) {
  if (campaigns.length === 0) return null;
  return (
    <Card>
      <h2 className="font-semibold">Running</h2>
      <ul>
        {campaigns.map(({ id, name, episodes, openedAt, lastRecordAt }) => (
          <li key={id} className="mt-1">
            <DataName text={name} />: running · {plural(episodes, "episode")} received; figures come
            when it is sealed.{" "}
            <span className="text-xs text-ink-2">
              Opened {instant(openedAt)}
              {lastRecordAt === null
                ? ", nothing received yet"
                : `, last record ${instant(lastRecordAt)}`}
              .
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
