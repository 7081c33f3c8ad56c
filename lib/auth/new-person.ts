import { z } from "zod";
import { AppError } from "@/lib/errors";
import { hashPassword } from "./password-hash";
import { passwordProblem } from "./password-rules";

const personSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Say your name.")
    .max(100, "A name has at most 100 characters.")
    .refine((name) => !/\p{Cc}/u.test(name), "A name cannot hold control characters."),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, "An e-mail address has at most 254 characters.")
    .pipe(z.email("That is no e-mail address.")),
});

export type NewPerson = { name: string; email: string; password: string };

/** An address as it is kept and compared. @throws AppError invalid_input */
export function emailOf(given: string): string {
  return fieldsOf({ name: "x", email: given }).email;
}

/**
 * What a new person's form says, with the password hashed.
 *
 * @throws AppError invalid_input, with one sentence for the form
 */
export async function readNewPerson(
  given: NewPerson,
): Promise<{ name: string; email: string; passwordHash: string }> {
  const fields = fieldsOf(given);
  return { ...fields, passwordHash: await newPasswordHash(given.password, fields) };
}

/** @throws AppError invalid_input: the password may not be used */
export async function newPasswordHash(
  password: string,
  person: { name: string; email: string },
): Promise<string> {
  const problem = passwordProblem(password, person);
  if (problem !== null) throw new AppError("invalid_input", problem);
  return hashPassword(password);
}

function fieldsOf(given: { name: string; email: string }): { name: string; email: string } {
  const parsed = personSchema.safeParse(given);
  if (!parsed.success)
    throw new AppError("invalid_input", parsed.error.issues[0]?.message ?? "Fill in the form.");
  return parsed.data;
}
