import { z } from "zod";
import { AppError } from "@/lib/errors";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const HOST_NAME = /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?)$/;

const listSchema = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
);

/** An empty variable is an unset one: that is what `PORT= npm start` and compose files mean. */
const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(3000),
  HOST: z.string().toLowerCase().regex(LOOPBACK).default("127.0.0.1"),
  DATABASE_URL: z.string().refine(isPostgresUrl).optional(),
  AFTERMATH_DATA_DIR: z.string().default("data"),
  ALLOWED_HOSTS: listSchema
    .refine((names) => names.every((name) => HOST_NAME.test(name)))
    .default([]),
});

/** What is wrong with each variable when its schema refuses it. Values with passwords stay out. */
const FAULTS: Record<keyof z.infer<typeof environmentSchema>, (given: string) => string> = {
  PORT: (given) => `PORT has to be a number from 0 to 65535, and it is "${given}".`,
  HOST: (given) =>
    `HOST has to be a loopback address (127.0.0.1, localhost, ::1) as long as there are no accounts, since whoever reaches the port sees everything; it is "${given}".`,
  DATABASE_URL: () =>
    "DATABASE_URL has to look like postgres://user:password@host:5432/database, and it does not.",
  AFTERMATH_DATA_DIR: () => "AFTERMATH_DATA_DIR has to be a folder.",
  ALLOWED_HOSTS: (given) =>
    `ALLOWED_HOSTS has to be host names without ports, separated by commas, and it is "${given}".`,
};

export type Env = {
  /** 0: the system picks a free one. */
  readonly port: number;
  /** A loopback address. */
  readonly host: string;
  /** null: the embedded Postgres. */
  readonly databaseUrl: string | null;
  /** As given: relative to the project's folder. */
  readonly dataDir: string;
  /** Names besides the loopback ones that the server answers to, in lower case. */
  readonly allowedHosts: readonly string[];
};

/**
 * @param source the environment; unknown variables are nobody's business
 * @throws AppError settings: one sentence a fault, all faults at once
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const wrong = Object.entries(FAULTS).filter(([name]) =>
      parsed.error.issues.some((issue) => issue.path[0] === name),
    );
    const sentences = wrong.map(([name, sentence]) => sentence(given[name] ?? ""));
    throw new AppError("settings", sentences.join("\n"), { cause: parsed.error });
  }
  const { PORT, HOST, DATABASE_URL, AFTERMATH_DATA_DIR, ALLOWED_HOSTS } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL ?? null,
    dataDir: AFTERMATH_DATA_DIR,
    allowedHosts: ALLOWED_HOSTS,
  };
}

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && hostname !== "" && pathname.length > 1;
}
