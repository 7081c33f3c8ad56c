"use client";

import "./globals.css";
import { ErrorPage } from "@/components/ui/error-page";

export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Aftermath</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
