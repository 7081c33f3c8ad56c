import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate` writes the SQL of a changed schema to drizzle/; the server applies it. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/!(*.test).ts",
  out: "./drizzle",
});
