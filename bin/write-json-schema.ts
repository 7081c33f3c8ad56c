// Writes docs/aftermath-1.schema.json anew: `npx tsx bin/write-json-schema.ts`, after a change to the
// records. A test fails while the file is another one than this would write.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { aftermathJsonSchema } from "@/lib/importers/json-schema";

const FILE = fileURLToPath(new URL("../docs/aftermath-1.schema.json", import.meta.url));

writeFileSync(FILE, `${JSON.stringify(aftermathJsonSchema(), null, 2)}\n`);
