import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { INK } from "./theme";

/** One bar: damage, then exposure beside it, as shares of the longest bar. */
export type WeightBar = {
  name: string;
  damage: number;
  exposure: number;
  words: string;
  href?: string | undefined;
};

/** Damage and exposure side by side on one scale, a bar a name, with the figures in words above it. */
export function WeightBars({ bars, mono = false }: { bars: readonly WeightBar[]; mono?: boolean }) {
  return (
    <ul className="grid gap-2">
      {bars.map(({ name, damage, exposure, words, href }) => (
        <li key={name} className="text-xs">
          <span className="flex flex-wrap justify-between gap-x-3">
            {href === undefined ? (
              <DataName text={name} mono={mono} />
            ) : (
              <TextLink href={href}>
                <DataName text={name} mono={mono} />
              </TextLink>
            )}
            <span className="ml-auto text-right text-ink-2">{words}</span>
          </span>
          <svg width="100%" height="12" aria-hidden="true">
            <rect width={`${damage * 100}%`} height="12" fill={INK.damage} />
            <rect
              x={`${damage * 100}%`}
              width={`${exposure * 100}%`}
              height="12"
              fill={INK.exposure}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
