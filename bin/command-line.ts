import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { AppError } from "@/lib/errors";
import { addKeepingCommands } from "./commands/keeping-commands";
import { addTokenCommands } from "./commands/token-commands";
import { exportFilter } from "./commands/export-filter";

/** What every command gets besides its own options. */
export type CommandContext = {
  /** For words to a person: stderr, since stdout is for data. */
  readonly log: (line: string) => void;
  /** Aborted by Ctrl-C: a command gives up what it was doing, and leaves nothing half-written. */
  readonly signal: AbortSignal;
};

type AskFlags = {
  project: string;
  server?: string;
  token?: string;
  json: boolean;
};
type ImportFlags = AskFlags & {
  option: Readonly<Record<string, string>>;
  replace: boolean;
  keepSource: boolean;
  manifest?: string;
  dryRun: boolean;
};

type CompareFlags = AskFlags & { baseline: string[]; candidate: string[] };
type ExportFlags = AskFlags & {
  campaign?: string;
  filter: Readonly<Record<string, string>>;
  format: "jsonl" | "csv";
  output?: string;
  proof: boolean;
};

type VerifyFlags = {
  project: string;
  campaign?: string;
  export?: string;
  proof?: string;
  checkpoint?: string;
  publicKey?: string;
  recompute: boolean;
  json: boolean;
};

const ERROR_EXIT = 3;

/**
 * The command line.
 *
 * @param argv as process.argv
 * @returns the exit code: 0 done, 3 an error; a command may have answers of its own between
 * @throws AppError what a command throws
 */
export async function main(argv: readonly string[], context: CommandContext): Promise<number> {
  let exitCode = 0;
  const program = new Command("aftermath")
    .description("What attacks on an AI agent did, reached and were stopped at")
    .exitOverride();
  asking(program.command("import"))
    .description("import campaigns from files or folders")
    .argument("<paths...>", "files or folders of a known format")
    .option("--option <id=value>", "answer what a format leaves open; may be repeated", answer, {})
    .option("--replace", "take the place of the campaign of the same file or key", false)
    .option("--no-keep-source", "keep the records alone, not the files that they were made of")
    .option("--manifest <file>", "the roles of the tools, as JSON")
    .option("--dry-run", "only say what it would come to; needs no server and no database", false)
    .action(async (paths: string[], { project, option, ...flags }: ImportFlags) => {
      const { runImport } = await import("./commands/import");
      exitCode = await runImport(paths, { project, options: option, ...flags, ...context });
    });
  asking(program.command("compare"))
    .description("compare two arms, or say why they may not be compared")
    .requiredOption("--baseline <campaign/arm...>", "what is measured against; several are pooled")
    .requiredOption("--candidate <campaign/arm...>", "what may take its place; several are pooled")
    .action(async (flags: CompareFlags) => {
      const { runCompare } = await import("./commands/compare");
      exitCode = await runCompare({ ...flags, ...context });
    });
  asking(program.command("gate"))
    .description("exit 0 within policy, 1 worse, 2 not comparable, 3 error")
    .requiredOption("--baseline <campaign/arm...>", "what is measured against; several are pooled")
    .requiredOption("--candidate <campaign/arm...>", "what may take its place; several are pooled")
    .option("--markdown", "print a summary for a pull request", false)
    .action(async (flags: CompareFlags & { markdown: boolean }) => {
      const { runGate } = await import("./commands/gate");
      exitCode = await runGate({ ...flags, ...context });
    });
  asking(program.command("export"))
    .description("write a campaign, or the episodes that a filter holds")
    .option("--campaign <slug>", "the whole campaign: as native records, or its episodes as CSV")
    .option("--filter <name=value>", "narrow the episodes; may be repeated", answer, {})
    .addOption(new Option("--format <format>").choices(["jsonl", "csv"]).default("jsonl"))
    .option("-o, --output <file>", "write this file instead of stdout")
    .option("--proof", "write FILE.proof too, by which verify --export checks the file", false)
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import("./commands/export");
      const { campaign, filter, output, ...rest } = flags;
      const given = exportFilter(filter, campaign !== undefined);
      const what = { campaign: campaign ?? null, filter: given, output: output ?? null };
      exitCode = await runExport({ ...rest, ...what, ...context });
    });
  program
    .command("verify")
    .description("exit 0 nothing changed since import, 1 something did, 2 not all can be proven")
    .option("--project <slug>", "the project of --campaign", "default")
    .option("--campaign <slug>", "one campaign alone")
    .addOption(
      new Option(
        "--export <file>",
        "an exported campaign instead; needs no server and no database",
      ).conflicts(["campaign", "recompute"]),
    )
    .option("--proof <file>", "of the export (default: its name with .proof behind it)")
    .option("--checkpoint <file>", "hold the log against a checkpoint that was kept elsewhere")
    .option("--key, --public-key <key>", "whose signatures count, instead of this instance's key")
    .option("--recompute", "score every record again and hold the figures against it", false)
    .option("--json", "print the result as JSON", false)
    .action(async (flags: VerifyFlags) => {
      const { export: file, ...rest } = flags;
      if (file === undefined) {
        if (rest.proof !== undefined)
          throw new AppError("invalid_input", "--proof is that of an export: give --export too.");
        const { runVerify } = await import("./commands/verify");
        exitCode = await runVerify({ ...rest, ...context });
      } else {
        const { runVerifyExport } = await import("./commands/verify-export");
        exitCode = await runVerifyExport({ ...rest, export: file });
      }
    });
  program
    .command("seed")
    .description("load the example project")
    .option("--json", "print the result as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { runSeed } = await import("./commands/seed");
      exitCode = await runSeed({ ...options, ...context });
    });
  program
    .command("set-checkpoint-aside")
    .description(
      "sign the log though it does not continue what was signed: after a restored backup",
    )
    .requiredOption("--reason <words>", "why, in 1 to 500 characters: kept in the audit log")
    .option("--json", "print the result as JSON", false)
    .action(async (options: { reason: string; json: boolean }) => {
      const { runSetCheckpointAside } = await import("./commands/set-checkpoint-aside");
      exitCode = await runSetCheckpointAside({ ...options, ...context });
    });
  program
    .command("reset-link")
    .description("print a link by which a person sets a new password, when nobody can make it")
    .argument("<email>", "the address that the person signs in by")
    .option("--drop-second-step", "take the second step off as well", false)
    .action(async (email: string, options: { dropSecondStep: boolean }) => {
      const { runResetLink } = await import("./commands/reset-link");
      exitCode = await runResetLink(email, { ...options, ...context });
    });
  const exit = (code: number) => {
    exitCode = code;
  };
  addKeepingCommands(program, context, exit);
  addTokenCommands(program, context, exit);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : ERROR_EXIT; // commander has said what is wrong
  }
  return exitCode;
}

/** What a command that asks about a project takes: of a server by its address, else of the database here. */
function asking(command: Command): Command {
  return command
    .option("--project <slug>", "the project", "default")
    .option("--server <url>", "ask this server (or AFTERMATH_SERVER)")
    .option("--token <token>", "its token; better in AFTERMATH_TOKEN, which no process list shows")
    .option("--json", "print the result as JSON", false);
}

function answer(given: string, earlier: Readonly<Record<string, string>>): Record<string, string> {
  const at = given.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It has to be id=value.");
  return { ...earlier, [given.slice(0, at)]: given.slice(at + 1) };
}
