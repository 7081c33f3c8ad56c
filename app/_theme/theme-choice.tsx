import { chooseTheme } from "./choose-theme";
import { THEMES, type Theme } from "./theme";

/** Three buttons that say which one is on. */
export function ThemeChoice({ theme }: { theme: Theme }) {
  return (
    <form action={chooseTheme} aria-label="Theme" className="flex gap-1">
      {THEMES.map((one) => (
        <button
          key={one}
          name="theme"
          value={one}
          aria-pressed={one === theme}
          className="rounded-[5px] px-1.5 py-0.5 text-xs text-ink-3 hover:text-ink aria-pressed:bg-line-2 aria-pressed:text-ink"
        >
          {one}
        </button>
      ))}
    </form>
  );
}
