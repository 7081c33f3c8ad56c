/**
 * How the log is written: `text` for a person at a terminal, `json` for everything that collects lines.
 * Plain JavaScript, because the start script says things before anything is installed.
 * @param {Readonly<Record<string, string | undefined>>} env AFTERMATH_LOG is `json`, `text` or unset
 * @returns {"json" | "text"}
 */
export function logForm(env) {
  const asked = env["AFTERMATH_LOG"];
  if (asked === "json" || asked === "text") return asked;
  return process.stdout.isTTY ? "text" : "json";
}

/**
 * One line of the log, without its end. A line break or an escape in `message` cannot make a second line
 * of it in `json`; `text` is for a terminal, and takes only what we say ourselves.
 * @param {"json" | "text"} form
 * @param {string} message
 */
export function logLine(form, message) {
  return form === "text"
    ? message
    : JSON.stringify({ level: "info", time: new Date().toISOString(), msg: message });
}
