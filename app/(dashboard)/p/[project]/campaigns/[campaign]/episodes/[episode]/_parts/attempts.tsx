import { joined } from "@/components/episode/step-links";
import { Card } from "@/components/ui/card";
import { DataText } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import type { StoredAttempt } from "@/db/queries/episode-detail";
import { TERMINATIONS } from "@/lib/domain/termination";
import { plural, points } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";

/** How each attempt ended. The last one is the outcome; the damage of every one counts. */
export function Attempts({
  attempts,
  count,
  isDropped,
  page,
}: {
  attempts: readonly StoredAttempt[];
  count: number;
  /** The content of the campaign was dropped, and what each attempt said of its end. */
  isDropped: boolean;
  page: string;
}) {
  if (count < 2) return null;
  return (
    <Card title="Attempts" note={plural(count, "attempt")}>
      <ol className="grid gap-2 text-[13px]">
        {attempts.map((attempt) => (
          <li key={attempt.attemptNo}>
            <TextLink
              href={
                attempt.attemptNo === count ? page : joined(page, `attempt=${attempt.attemptNo}`)
              }
            >
              Attempt {attempt.attemptNo}
            </TextLink>
            {attempt.attemptNo === count ? " (its outcome)" : ""}:{" "}
            {TERMINATIONS[attempt.termination].label}, {plural(attempt.callCount, "call")}, damage{" "}
            {points(attempt.damage)}
            <span className="block text-xs text-ink-3">
              {attempt.startedAt === null ? "start not recorded" : instant(attempt.startedAt)}
            </span>
            {isDropped ? <span className="block text-ink-2">its words were dropped</span> : null}
            {attempt.detail === null ? null : (
              <span className="block text-ink-2">
                <DataText text={attempt.detail} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
