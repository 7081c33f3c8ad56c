import { useId } from "react";
import { HatchPattern } from "./hatch";
import { INK, type Swatch } from "./theme";

export type LegendItem = { swatch: Swatch; label: string };

export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {items.map((item) => (
        <li key={item.label} className="flex items-center gap-1.5">
          <SwatchMark swatch={item.swatch} />
          {item.label}
        </li>
      ))}
    </ul>
  );
}

function SwatchMark({ swatch }: { swatch: Swatch }) {
  const hatch = useId();
  return (
    <svg width="10" height="10" aria-hidden="true">
      {swatch === "containment" ? <circle cx="5" cy="5" r="5" fill={INK.contain} /> : null}
      {swatch === "aborted" ? (
        <>
          <HatchPattern id={hatch} />
          <rect width="10" height="10" fill={`url(#${hatch})`} stroke={INK.abort} />
        </>
      ) : null}
      {swatch === "not available" ? (
        <rect
          x="0.5"
          y="0.5"
          width="9"
          height="9"
          fill="none"
          stroke={INK.axis}
          strokeDasharray="2 2"
        />
      ) : null}
      {swatch in FILLS ? <rect width="10" height="10" rx="2" fill={FILLS[swatch]} /> : null}
    </svg>
  );
}

const FILLS: Partial<Record<Swatch, string>> = {
  damage: INK.damage,
  exposure: INK.exposure,
  finished: INK.finished,
  allowed: INK.allowed,
};
