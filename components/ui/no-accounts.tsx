/** Said on every page of a server that runs without accounts. */
export function NoAccounts() {
  return (
    <p
      role="note"
      className="border-b border-line bg-exposure-bg px-4 py-1.5 text-center text-xs text-exposure-ink"
    >
      No accounts: everybody who reaches this port sees and may change everything
    </p>
  );
}
