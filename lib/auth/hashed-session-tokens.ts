import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";

/** What stands in the database for a session's token. */
export function sessionTokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

type MakeAdapter = (options: BetterAuthOptions) => DBAdapter;

/**
 * Puts between better-auth and its tables that only the digest of a session's token is ever written or
 * looked for: the library stores the token itself, and a copy of the database would then be as good as
 * everybody's cookies (security.md B6). Whoever asks by a token gets the row with that token back; a list
 * of sessions has digests.
 */
export function hashedSessionTokens(makeAdapter: MakeAdapter): MakeAdapter {
  return (options) => {
    const inner = makeAdapter(options);
    return {
      ...inner,
      ...guarded(inner),
      transaction: (work) => inner.transaction((tx) => work({ ...tx, ...guarded(tx) })),
    };
  };
}

const SESSION = "session";

type Guarded = Pick<
  DBTransactionAdapter,
  | "create"
  | "findOne"
  | "findMany"
  | "count"
  | "update"
  | "updateMany"
  | "delete"
  | "deleteMany"
  | "consumeOne"
  | "incrementOne"
>;

function guarded(inner: DBTransactionAdapter): Guarded {
  return {
    async create(input) {
      const token: unknown = input.data["token"];
      if (input.model !== SESSION || typeof token !== "string") return inner.create(input);
      const data = Object.assign({}, input.data, { token: sessionTokenDigest(token) });
      return withToken(await inner.create({ ...input, data }), token);
    },
    async findOne(input) {
      return withToken(await inner.findOne(digested(input)), tokenOf(input));
    },
    async findMany(input) {
      return inner.findMany(digested(input));
    },
    async count(input) {
      return inner.count(digested(input));
    },
    async update(input) {
      return withToken(await inner.update(digested(input)), tokenOf(input));
    },
    async updateMany(input) {
      return inner.updateMany(digested(input));
    },
    async delete(input) {
      await inner.delete(digested(input));
    },
    async deleteMany(input) {
      return inner.deleteMany(digested(input));
    },
    async consumeOne(input) {
      return withToken(await inner.consumeOne(digested(input)), tokenOf(input));
    },
    async incrementOne(input) {
      return withToken(await inner.incrementOne(digested(input)), tokenOf(input));
    },
  };
}

/** The same question, asked by digest. */
function digested<Input extends { model: string; where?: Where[] | undefined }>(
  input: Input,
): Input {
  if (input.model !== SESSION || input.where === undefined) return input;
  return { ...input, where: input.where.map(digestedClause) };
}

function digestedClause(clause: Where): Where {
  if (clause.field !== "token") return clause;
  const { value } = clause;
  if (typeof value === "string") return { ...clause, value: sessionTokenDigest(value) };
  if (!Array.isArray(value)) return clause;
  return { ...clause, value: value.map((one) => sessionTokenDigest(String(one))) };
}

/** The one token that was asked for, or null. */
function tokenOf(input: { model: string; where?: Where[] | undefined }): string | null {
  if (input.model !== SESSION) return null;
  const value = input.where?.find(({ field }) => field === "token")?.value;
  return typeof value === "string" ? value : null;
}

function withToken<Row>(row: Row, token: string | null): Row {
  return token === null || row === null || typeof row !== "object"
    ? row
    : Object.assign(row, { token });
}
