import type { Hold } from "@/lib/domain/hold";
import { inertText } from "./inert-text";
import { instant } from "./time";

/** Why a campaign on hold is neither deleted nor emptied: one sentence, in which nothing hides or reorders. */
export function holdSentence(name: string, { reason, by, at }: Hold): string {
  return `The campaign "${inertText(name)}" is on hold by ${inertText(by)} since ${instant(at)} ("${inertText(reason)}"), so that it is neither deleted nor loses its content until an admin takes the hold off.`;
}
