"use server";

import { cookies } from "next/headers";
import { sentForm } from "@/app/_forms/sent";
import { THEME_COOKIE, themeSchema } from "./theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Keeps the chosen theme. Works as a plain form post; an unknown value means the system's. */
export async function chooseTheme(form: FormData): Promise<void> {
  const theme = themeSchema.parse(sentForm(form).get("theme"));
  (await cookies()).set(THEME_COOKIE, theme, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: YEAR_SECONDS,
  });
}
