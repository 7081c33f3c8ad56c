import { Command, CommanderError, InvalidArgumentError } from "commander";

/** What every command gets besides its own options. */
export type CommandContext = {
  /** For words to a person: stderr, since stdout is for data. */
  readonly log: (line: string) => void;
  /** Aborted by Ctrl-C: a command gives up what it was doing, and leaves nothing half-written. */
  readonly signal: AbortSignal;
};

type ImportFlags = {
  project: string;
  json: boolean;
  option: Readonly<Record<string, string>>;
  replace: boolean;
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
  program
    .command("import")
    .description("import campaigns from files or folders")
    .argument("<paths...>", "files or folders of a known format")
    .option("--project <slug>", "the project to import into", "default")
    .option("--option <id=value>", "answer what a format leaves open; may be repeated", answer, {})
    .option("--replace", "take the place of the campaign of the same file or key", false)
    .option("--json", "print the result as JSON", false)
    .action(async (paths: string[], { project, option, replace, json }: ImportFlags) => {
      const { runImport } = await import("./commands/import");
      exitCode = await runImport(paths, { project, json, options: option, replace, ...context });
    });
  program
    .command("seed")
    .description("load the example project")
    .option("--json", "print the result as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { runSeed } = await import("./commands/seed");
      exitCode = await runSeed({ ...options, ...context });
    });
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : ERROR_EXIT; // commander has said what is wrong
  }
  return exitCode;
}

function answer(given: string, earlier: Readonly<Record<string, string>>): Record<string, string> {
  const at = given.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It has to be id=value.");
  return { ...earlier, [given.slice(0, at)]: given.slice(at + 1) };
}
