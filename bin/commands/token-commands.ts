import type { Command } from "commander";
import type { CommandContext } from "../command-line";

type Common = { project: string; json: boolean };

/** Adds `token create`, `token list` and `token revoke`; `exit` is told what each came to. */
export function addTokenCommands(
  program: Command,
  context: CommandContext,
  exit: (code: number) => void,
): void {
  const token = program.command("token").description("tokens of the API");
  const command = (name: string, description: string) =>
    token
      .command(name)
      .description(description)
      .option("--project <slug>", "the project that the token is bound to", "default")
      .option("--json", "print the result as JSON", false);
  command("create", "make a token and print it, once")
    .requiredOption("--scope <scopes>", "ingest, read, or both separated by a comma")
    .option("--expires <days>", "how long it is good, as 90d; without it, until revoked")
    .option("--name <name>", "what people know it by", "token")
    .action(async (given: Common & { scope: string; expires?: string; name: string }) => {
      const { runTokenCreate } = await import("./token");
      exit(await runTokenCreate({ ...given, ...context }));
    });
  command("list", "list the tokens, without what opens anything").action(async (given: Common) => {
    const { runTokenList } = await import("./token");
    exit(await runTokenList({ ...given, ...context }));
  });
  command("revoke", "revoke a token at once")
    .argument("<token>", "its id, or the characters that the list shows")
    .action(async (which: string, given: Common) => {
      const { runTokenRevoke } = await import("./token");
      exit(await runTokenRevoke(which, { ...given, ...context }));
    });
}
