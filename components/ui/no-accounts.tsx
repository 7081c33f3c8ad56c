import { EmptyState } from "./empty-state";

/** Said on every page of a server that runs without accounts. */
export function NoAccounts() {
  return (
    <p
      role="note"
      className="no-print border-b border-line bg-exposure-bg px-4 py-1.5 text-center text-xs text-exposure-ink"
    >
      No accounts: everybody who reaches this port sees and may change everything
    </p>
  );
}

/** What such a server has in place of people and their accounts. */
export function NoPeople() {
  return (
    <EmptyState title="No accounts">
      Everybody who reaches this port sees and may change everything. Set AFTERMATH_ACCOUNTS=on and
      start again to have people sign in.
    </EmptyState>
  );
}
