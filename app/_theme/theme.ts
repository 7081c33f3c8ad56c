import { cookies } from "next/headers";
import { z } from "zod";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const themeSchema = z.enum(THEMES).catch("system");
export const THEME_COOKIE = "theme";

/** What the reader chose, known before the first byte is sent: the page never flashes. */
export async function readTheme(): Promise<Theme> {
  return themeSchema.parse((await cookies()).get(THEME_COOKIE)?.value);
}
