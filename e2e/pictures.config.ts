import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/** `npm run pictures`: the pictures of the README, taken from the example project as it is. */
export default defineConfig(base, { testDir: ".", testMatch: "pictures.ts", reporter: "list" });
