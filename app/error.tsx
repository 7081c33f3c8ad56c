"use client";

import { ErrorPage } from "@/components/ui/error-page";

export default function RouteError(props: { error: unknown; retry: () => void }) {
  return <ErrorPage {...props} />;
}
