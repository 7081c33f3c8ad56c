import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { METER_CHECKS, type MeterCheckName } from "@/lib/domain/meter-check";
import { plural } from "@/lib/format/numbers";
import type { MeterCheck } from "@/lib/reports/meter-checks";

const TONES: Record<MeterCheck["level"], Tone> = { alarm: "bad", warning: "warn", note: "quiet" };

/** The meter checks of an arm or a campaign: what was found, each with its episodes, and what was not. */
export function CheckList({
  title,
  checks,
  href,
  importHref,
}: {
  title: string;
  checks: readonly MeterCheck[];
  /** Where an arm's check lists its episodes or cases; checks of a whole campaign have none. */
  href?: (check: MeterCheckName) => string;
  /** Where the import lists its records; null when it is gone. */
  importHref: string | null;
}) {
  const listedAt = (check: MeterCheckName): string | null => {
    const { names } = METER_CHECKS[check];
    if (names === "records") return importHref;
    return names === "nothing" ? null : (href?.(check) ?? null);
  };
  const raised = checks.filter((check) => check.raised);
  const quiet = checks.filter((check) => !check.raised);
  const alarms = raised.filter(({ level }) => level === "alarm").length;
  return (
    <Card
      title={title}
      note={`${plural(alarms, "alarm")}, ${plural(raised.length - alarms, "other finding")} of ${plural(checks.length, "check")}`}
      edge={alarms > 0 ? "bad" : raised.length > 0 ? "warn" : "none"}
    >
      {raised.length === 0 ? <p className="text-ink-2">Nothing was found.</p> : null}
      <ul className="grid gap-2.5">
        {raised.map((check) => (
          <li key={check.check} className="text-[13px]">
            <Chip tone={TONES[check.level]}>{check.level}</Chip>{" "}
            <CheckName check={check} href={listedAt(check.check)} />
            <span className="block">
              <Sentence text={check.sentence} />
            </span>
            <span className="block text-xs text-ink-3">{METER_CHECKS[check.check].meaning}</span>
          </li>
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <details className="mt-3 text-[13px]">
          <summary className="text-ink-2">
            {plural(quiet.length, "check")} that found nothing
          </summary>
          <ul className="mt-1.5 grid gap-1">
            {quiet.map((check) => (
              <li key={check.check}>
                {check.title}:{" "}
                <span className="text-ink-2">
                  <Sentence text={check.sentence} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function CheckName({ check, href }: { check: MeterCheck; href: string | null }) {
  return href === null ? (
    <b className="font-semibold">{check.title}</b>
  ) : (
    <TextLink href={href}>{check.title}</TextLink>
  );
}
