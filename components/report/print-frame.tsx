"use client";

import { useEffect } from "react";

/** Names the report at the head of every printed sheet; both are strings of CSS (lib/format/css-text.ts). */
export function PrintFrame({ name, made }: { name: string; made: string }) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--print-name", name);
    style.setProperty("--print-made", made);
    return () => {
      style.removeProperty("--print-name");
      style.removeProperty("--print-made");
    };
  }, [name, made]);
  return null;
}
