import { isIP } from "node:net";
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
  PUBLIC_URL: z
    .string()
    .refine(isOrigin)
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUSTED_PROXIES: listSchema.refine((nets) => nets.every(isNetwork)).default([]),
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
  PUBLIC_URL: (given) =>
    `PUBLIC_URL has to be the address that browsers use, as https://aftermath.example without a path, and it is "${given}".`,
  TRUSTED_PROXIES: (given) =>
    `TRUSTED_PROXIES has to be addresses or networks, as 10.0.0.7 or 10.0.0.0/8, separated by commas, and it is "${given}".`,
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
  /** The one origin that browsers use, scheme and host, when a proxy stands before us; else null. */
  readonly publicUrl: string | null;
  /** Addresses and networks of proxies that may say who the client is. */
  readonly trustedProxies: readonly string[];
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
  const { PORT, HOST, DATABASE_URL, AFTERMATH_DATA_DIR, ALLOWED_HOSTS, PUBLIC_URL } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL ?? null,
    dataDir: AFTERMATH_DATA_DIR,
    allowedHosts:
      PUBLIC_URL === undefined ? ALLOWED_HOSTS : [...ALLOWED_HOSTS, new URL(PUBLIC_URL).hostname],
    publicUrl: PUBLIC_URL ?? null,
    trustedProxies: parsed.data.TRUSTED_PROXIES,
  };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && hostname !== "" && pathname.length > 1;
}
