/** The absence of a number, with its reason: never 0, never a dash. */
export function NotAvailable({ reason, short = false }: { reason: string; short?: boolean }) {
  return short ? (
    <span className="text-ink-3" title={reason}>
      n/a<span className="sr-only">: {reason}</span>
    </span>
  ) : (
    <span className="text-ink-3">
      n/a · <span className="text-xs whitespace-normal">{reason}</span>
    </span>
  );
}
