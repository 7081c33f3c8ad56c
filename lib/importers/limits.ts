const MIB = 1024 * 1024;

/** Largest record, a line of a native file or one AgentDojo log, in bytes. */
export const MAX_RECORD_BYTES = 64 * MIB;
/** Largest single string within a record, in UTF-16 units. */
export const MAX_STRING_LENGTH = 32 * MIB;
/** Deepest nesting of arrays and objects within a record. */
export const MAX_DEPTH = 128;
/** Most fields of one object within a record. */
export const MAX_FIELDS = 10_000;
/** Longest key or name that others refer to, in UTF-8 bytes: an index of Postgres takes no more than 2,704. */
export const MAX_NAME_BYTES = 1024;
