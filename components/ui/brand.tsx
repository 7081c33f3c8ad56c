/** The mark: containment over exposure over damage. */
export function Brand() {
  return (
    <span className="flex items-center gap-[9px] text-[15px] font-[680] tracking-[-.01em]">
      <svg width="14" height="14" aria-hidden="true" className="rounded-[3px]">
        <rect width="14" height="14" fill="var(--damage)" />
        <rect width="14" height="8.4" fill="var(--exposure)" />
        <rect width="14" height="4" fill="var(--contain)" />
      </svg>
      Aftermath
    </span>
  );
}
