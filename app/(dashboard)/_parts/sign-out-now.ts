"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { setCookies } from "@/app/_forms/set-cookies";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { accounts } from "@/lib/auth/instance";
import { tellReached } from "@/lib/auth/reached";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { signOut } from "@/lib/auth/sign-out";

/** Ends this session at once, here and in the database. */
export async function signOutNow(): Promise<void> {
  const sent = await headers();
  tellReached(sent);
  if (!accountsAreOn() || !isSameOrigin(sent)) redirect("/");
  await setCookies(await signOut(accounts(), new Headers(sent)));
  redirect("/sign-in");
}
