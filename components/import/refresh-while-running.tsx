"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

const EVERY_MS = 1000;

/**
 * Asks for the page again every second as long as it is drawn: the page leaves it out when done. Only when
 * the answer before is there: a new question gives the one under way up, and a slow server would never be
 * heard.
 */
export function RefreshWhileRunning() {
  const router = useRouter();
  const [isAsking, ask] = useTransition();
  useEffect(() => {
    if (isAsking) return;
    const timer = setTimeout(() => ask(() => router.refresh()), EVERY_MS);
    return () => clearTimeout(timer);
  }, [isAsking, router]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content="2" />
    </noscript>
  );
}
