import type { ReactNode } from "react";

/** Draws one text of the record, its markers highlighted; `key` opens it further in the address. */
export type DrawText = (key: string, value: string, mono?: boolean) => ReactNode;
