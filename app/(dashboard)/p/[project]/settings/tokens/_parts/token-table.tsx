import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TokenRow } from "@/db/queries/tokens";
import { instant } from "@/lib/format/time";

const MAY = { ingest: "bring logs in", read: "read" } as const;

/** Every token of the project; what opens anything is not among it. */
export function TokenTable({
  tokens,
  now,
  revoke,
}: {
  tokens: readonly TokenRow[];
  now: Date;
  revoke: (form: FormData) => Promise<void>;
}) {
  return (
    <ScrollBox label="Tokens">
      <table className="table-plain">
        <caption className="sr-only">Tokens, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">May</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row" className="font-normal">
                <DataName text={token.name} />{" "}
                <code className="font-mono text-xs text-ink-3">{token.prefix}…</code>
              </th>
              <td>{token.scopes.map((scope) => MAY[scope]).join(", ")}</td>
              <td className="whitespace-nowrap text-ink-2">{instant(token.createdAt)}</td>
              <td className="whitespace-nowrap text-ink-2">
                {token.lastUsedAt === null ? "never" : instant(token.lastUsedAt)}
              </td>
              <td className="whitespace-nowrap text-ink-2">
                {token.expiresAt === null ? "never" : instant(token.expiresAt)}
              </td>
              <td>
                <State token={token} now={now} revoke={revoke} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function State({
  token,
  now,
  revoke,
}: {
  token: TokenRow;
  now: Date;
  revoke: (form: FormData) => Promise<void>;
}) {
  if (token.revokedAt !== null)
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Chip tone="quiet">revoked</Chip>
        <span className="text-xs whitespace-nowrap text-ink-3">{instant(token.revokedAt)}</span>
      </span>
    );
  if (token.expiresAt !== null && token.expiresAt <= now) return <Chip tone="quiet">expired</Chip>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Chip tone="good">good</Chip>
      <form action={revoke}>
        <input type="hidden" name="id" value={token.id} />
        <button
          type="submit"
          className="min-h-6 px-1.5 text-xs text-ink-2 underline underline-offset-2"
        >
          Revoke
          <span className="sr-only">
            {" "}
            the token <DataName text={token.name} />
          </span>
        </button>
      </form>
    </span>
  );
}
