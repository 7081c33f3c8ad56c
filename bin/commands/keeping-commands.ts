import type { Command } from "commander";
import type { CommandContext } from "../command-line";

type KeepFlags = { project: string; reason: string; json: boolean };
type RetainFlags = { project: string; dryRun: boolean; json: boolean };

const WORDS = {
  hold: "put a campaign on hold, so that nobody deletes it or drops its content",
  release: "take the hold of a campaign off",
  "drop-content": "drop the records, texts and source files of a campaign; figures and proofs stay",
  delete: "delete a campaign; a tombstone stays",
} as const;

/** Adds `hold`, `release`, `drop-content`, `delete` and `retain`; `exit` is told what each came to. */
export function addKeepingCommands(
  program: Command,
  context: CommandContext,
  exit: (code: number) => void,
): void {
  for (const what of ["hold", "release", "drop-content", "delete"] as const)
    program
      .command(what)
      .description(WORDS[what])
      .argument("<campaign>", "its address in the project")
      .requiredOption("--reason <words>", "why, in 1 to 500 characters: kept with what is done")
      .option("--project <slug>", "its project", "default")
      .option("--json", "print the result as JSON", false)
      .action(async (campaign: string, flags: KeepFlags) => {
        const { runKeeping } = await import("./keeping");
        exit(await runKeeping({ what, campaign, ...flags, ...context }));
      });
  program
    .command("retain")
    .description("do to old campaigns what the project's retention says, as the server does daily")
    .option("--project <slug>", "the project", "default")
    .option("--dry-run", "only say what it would come to", false)
    .option("--json", "print the result as JSON", false)
    .action(async (flags: RetainFlags) => {
      const { runRetain } = await import("./retain");
      exit(await runRetain({ ...flags, ...context }));
    });
}
