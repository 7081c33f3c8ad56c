import { channel } from "node:diagnostics_channel";

/** The pages are bundled apart from the server around them and share no module with it. */
const REACHED = channel("aftermath:reached");

/**
 * Tells the server that something of ours has begun to answer a request: what fails from now on is our
 * fault, and no longer that of what was sent.
 */
export function tellReached(sent: Pick<Headers, "get">): void {
  REACHED.publish(sent.get("x-request-id"));
}

/** @returns what ends it */
export function onReached(heard: (requestId: string) => void): () => void {
  const listener = (requestId: unknown) => {
    if (typeof requestId === "string") heard(requestId);
  };
  REACHED.subscribe(listener);
  return () => {
    REACHED.unsubscribe(listener);
  };
}
