import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { PROJECT_ROOT } from "../data-folder.mjs";

const packageSchema = z.object({ version: z.string() });

function versionOf(name: string): string {
  const path = join(PROJECT_ROOT, "node_modules", name, "package.json");
  return packageSchema.parse(JSON.parse(readFileSync(path, "utf8"))).version;
}

/** The text itself, and not as a part of a longer number. */
function literally(text: string): RegExp {
  return new RegExp(`(?<![\\d.])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\d.])`);
}

/** What an answer may tell of the inside: a stack, a path, a query, a variable, a version (security.md D12). */
export function insides(folder: string): RegExp[] {
  return [
    /\bat \S+ \(\S+:\d+:\d+\)/,
    /node_modules|\.next\/server|node:internal|webpack-internal/,
    literally(PROJECT_ROOT.replace(/\/$/, "")),
    literally(folder),
    new RegExp(`${tmpdir()}/aftermath-`),
    /PostgresError|DrizzleQueryError|Failed query|invalid input syntax|violates \w+ constraint|relation "/,
    /ZodError|TypeError|SyntaxError|ReferenceError|RangeError/,
    /ECONNREFUSED|DATABASE_URL|AFTERMATH_DATA_DIR|AFTERMATH_SECRET|postgres:\/\//,
    ...[versionOf("next"), versionOf("react"), process.version].map(literally),
    /PostgreSQL \d|Next\.js\/|Node\.js v/,
  ];
}
