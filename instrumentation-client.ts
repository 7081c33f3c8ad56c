import { config } from "zod/v4/core";

/**
 * Runs in the browser before anything of a page does. Zod tries once whether it may make functions of
 * text; our policy refuses that and the browser would note a violation of it (security.md D5).
 */
config({ jitless: true });
