/** The version of this program, as reports name it; package.json has the same. */
export const VERSION = "0.1.0";
