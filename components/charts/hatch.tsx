import { INK } from "./theme";

/** The pattern of what was aborted. Its `id` must be unique on the page: take it from `useId`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="2.4" height="6" fill={INK.abort} />
      </pattern>
    </defs>
  );
}
