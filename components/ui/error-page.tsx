import { Button } from "./button";
import { PlainPage } from "./plain-page";

/** What failed stays in the server's log, under the id shown here; a page says nothing of it. */
export function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest =
    error instanceof Error && "digest" in error && typeof error.digest === "string"
      ? error.digest
      : null;
  return (
    <PlainPage title="This page could not be made">
      <p>
        Something failed on the server; no data was changed.{" "}
        {digest === null ? null : (
          <>
            Its log has the reason under <code className="font-mono">{digest}</code>.
          </>
        )}
      </p>
      <p>
        <Button onClick={retry}>Try again</Button>
      </p>
    </PlainPage>
  );
}
