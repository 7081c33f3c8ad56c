import type { ContentDrop } from "@/lib/domain/content-drop";
import { inertText } from "./inert-text";
import { instant } from "./time";

/** What stands where a text would: that it was dropped, by whom, when and why. */
export function dropSentence({ by, at, reason }: Omit<ContentDrop, "records" | "bytes">): string {
  return `The content of this campaign was dropped by ${inertText(by)} on ${instant(at)}: ${inertText(reason)}`;
}
