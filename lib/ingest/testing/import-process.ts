// A process that imports the uploads of a data folder, for the test that kills it. Told to go on stdin, so
// that the kill is counted from the beginning of its work and not of its loading.
import { createDb } from "@/db/client";
import { startImportRunner } from "../import-jobs";

const [, , url = "", dataDir = ""] = process.argv;
process.stdin.once("data", () => {
  startImportRunner(createDb(url, { max: 6 }), {
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  });
});
process.stdout.write("ready\n");
