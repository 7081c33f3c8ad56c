"use client";

import { Button } from "@/components/ui/button";

/** Prints the page that the reader sees; the print styles make a document of it. */
export function PrintButton() {
  return <Button onClick={() => window.print()}>Print</Button>;
}
