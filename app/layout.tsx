import "@fontsource-variable/inter";
import "@fontsource/ibm-plex-mono/400.css";
import "./globals.css";
import type { Metadata } from "next";
import { NoAccounts } from "@/components/ui/no-accounts";
import { accountsAreOn } from "@/lib/auth/accounts-setting";
import { letters } from "./_theme/letters";
import { readTheme } from "./_theme/theme";

export const metadata: Metadata = {
  title: { default: "Aftermath", template: "%s · Aftermath" },
  description: "What the attacks did, what was stopped, and which comparisons may be made.",
  icons: { icon: "/icon.svg" },
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  const theme = await readTheme();
  return (
    <html
      lang="en"
      className={letters.variable}
      {...(theme === "system" ? {} : { "data-theme": theme })}
    >
      <body>
        {accountsAreOn() ? null : <NoAccounts />}
        {children}
      </body>
    </html>
  );
}
