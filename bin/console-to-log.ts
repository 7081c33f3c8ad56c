import { log } from "@/lib/log";

/**
 * What Next and libraries complain of goes to the log, where an error is kept without what it quotes. Of
 * their words nothing but the length is safe to keep: Next prints errors as text too (security.md F12).
 */
export function consoleToLog(): void {
  console.error = (...said) => log.error("a library reported an error", ...factsOf(said));
  console.warn = (...said) => log.warn("a library warned", factsOf(said)[1]);
  console.info = () => {};
  console.log = () => {};
}

function factsOf(said: readonly unknown[]): [unknown, { characters: number }] {
  const texts = said.filter((one) => typeof one === "string");
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return [said.find((one) => one instanceof Error), { characters }];
}
