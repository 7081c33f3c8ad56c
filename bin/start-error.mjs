/**
 * The plain-JavaScript sibling of AppError (lib/errors.ts), for what can go wrong before anything
 * is installed and TypeScript can be read. `message` is one whole sentence for the person who
 * typed the command.
 */
export class StartError extends Error {
  /**
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(message, options) {
    super(message, options);
    this.name = "StartError";
  }
}
