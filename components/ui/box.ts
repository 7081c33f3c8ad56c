/** How what is typed into or chosen from looks; how wide it is says its form. */
export const BOX =
  "min-h-8 min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[13px] text-ink";
