import { momentHref, type StepLinks } from "@/components/episode/step-links";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import type { WeighedCall } from "@/db/queries/episode-detail-parts";
import { integer, points } from "@/lib/format/numbers";

/** Weight points call by call: what added up to the episode's damage and exposure. */
export function Weights({
  weighed,
  lastAttempt,
  rule,
  links,
}: {
  weighed: { calls: readonly WeighedCall[]; total: number };
  lastAttempt: number;
  rule: string | null;
  links: StepLinks;
}) {
  return (
    <Card title="Weights call by call">
      {weighed.total === 0 ? (
        <p className="text-[13px] text-ink-2">No call carries damage or exposure.</p>
      ) : (
        <ol className="grid gap-1 text-[13px]">
          {weighed.calls.map((call) => {
            const attempt = call.attemptNo === lastAttempt ? null : call.attemptNo;
            const moment = { kind: "call", index: call.callNo } as const;
            return (
              <li
                key={`${call.attemptNo}.${call.callNo}`}
                className="flex flex-wrap items-baseline justify-between gap-x-3"
              >
                <span className="min-w-0">
                  <TextLink href={momentHref({ ...links, attempt }, moment)}>
                    {attempt === null ? "" : `attempt ${attempt}, `}call {call.callNo + 1}
                  </TextLink>{" "}
                  <DataName text={call.tool} mono />
                </span>
                <span className="text-ink-2">
                  {call.damage > 0 ? (
                    <>
                      <b className="text-damage-ink">damage {points(call.damage)}</b>{" "}
                      <ByRule rule={rule} />
                    </>
                  ) : null}
                  {call.exposure > 0 ? (
                    <b className="text-exposure-ink">exposure {points(call.exposure)}</b>
                  ) : null}{" "}
                  {call.role ?? "unknown tool"} × {points(call.weight)}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {weighed.total > weighed.calls.length ? (
        <p className="mt-2 text-xs text-ink-3">
          The first {integer(weighed.calls.length)} of {integer(weighed.total)}.
        </p>
      ) : null}
    </Card>
  );
}
