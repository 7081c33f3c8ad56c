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
const variablesSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(3000),
  HOST: z
    .string()
    .toLowerCase()
    .refine((host) => LOOPBACK.test(host) || isIP(host) !== 0 || HOST_NAME.test(host))
    .default("127.0.0.1"),
  DATABASE_URL: z.string().refine(isPostgresUrl).optional(),
  DATABASE_OWNER_URL: z.string().refine(isPostgresUrl).optional(),
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
  AFTERMATH_ACCOUNTS: z.enum(["on", "off"]).default("on"),
  AFTERMATH_SECRET: z.string().refine(isGoodSecret).optional(),
  OIDC_ISSUER: z.string().refine(isIssuer).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60).default("single sign-on"),
});

/** What one variable asks of another. */
const environmentSchema = variablesSchema
  .refine(({ AFTERMATH_ACCOUNTS, HOST }) => AFTERMATH_ACCOUNTS === "on" || LOOPBACK.test(HOST), {
    path: ["HOST"],
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID }) =>
      (OIDC_ISSUER ?? OIDC_CLIENT_ID) === undefined ||
      (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID !== undefined),
    {
      path: ["OIDC_CLIENT_ID"],
    },
  );

/** What is wrong with each variable when its schema refuses it. Values with passwords stay out. */
const FAULTS: Record<keyof z.infer<typeof variablesSchema>, (given: string) => string> = {
  PORT: (given) => `PORT has to be a number from 0 to 65535, and it is "${given}".`,
  HOST: (given) =>
    `HOST has to be an address of this machine, and a loopback one (127.0.0.1, localhost, ::1) as long as there are no accounts (AFTERMATH_ACCOUNTS=off), since whoever reaches the port sees everything; it is "${given}".`,
  DATABASE_URL: () =>
    "DATABASE_URL has to look like postgres://user:password@host:5432/database, and it does not.",
  DATABASE_OWNER_URL: () =>
    "DATABASE_OWNER_URL has to look like postgres://user:password@host:5432/database, as DATABASE_URL does, and it does not.",
  AFTERMATH_DATA_DIR: () => "AFTERMATH_DATA_DIR has to be a folder.",
  ALLOWED_HOSTS: (given) =>
    `ALLOWED_HOSTS has to be host names without ports, separated by commas, and it is "${given}".`,
  PUBLIC_URL: (given) =>
    `PUBLIC_URL has to be the address that browsers use, as https://aftermath.example without a path, and it is "${given}".`,
  TRUSTED_PROXIES: (given) =>
    `TRUSTED_PROXIES has to be addresses or networks, as 10.0.0.7 or 10.0.0.0/8, separated by commas, and it is "${given}".`,
  AFTERMATH_ACCOUNTS: (given) => `AFTERMATH_ACCOUNTS has to be on or off, and it is "${given}".`,
  AFTERMATH_SECRET: () =>
    "AFTERMATH_SECRET has to be at least 32 bytes of chance, as `openssl rand -hex 32` makes them; an example or a phrase is no secret.",
  OIDC_ISSUER: (given) =>
    `OIDC_ISSUER has to be the https address of the sign-in service as it names itself (http on this machine alone), and it is "${given}".`,
  OIDC_CLIENT_ID: () => "OIDC_ISSUER and OIDC_CLIENT_ID have to be set both, or neither.",
  OIDC_CLIENT_SECRET: () => "OIDC_CLIENT_SECRET has to be the secret of the client.",
  OIDC_NAME: () => "OIDC_NAME has to be at most 60 characters.",
};

/** The sign-in service of the house (OpenID Connect). */
export type OidcSettings = {
  /** Exactly as its discovery document and its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client, by PKCE alone. */
  readonly clientSecret: string | null;
  /** What the button calls it. */
  readonly name: string;
};

export type Env = {
  /** 0: the system picks a free one. */
  readonly port: number;
  /** A loopback address where there are no accounts. */
  readonly host: string;
  /** null: the embedded Postgres. */
  readonly databaseUrl: string | null;
  /** The owner of the tables of that database, when `databaseUrl` is of a role that owns nothing; else null. */
  readonly ownerUrl: string | null;
  /** As given: relative to the project's folder. */
  readonly dataDir: string;
  /** Names besides the loopback ones that the server answers to, in lower case. */
  readonly allowedHosts: readonly string[];
  /** The one origin that browsers use, scheme and host, when a proxy stands before us; else null. */
  readonly publicUrl: string | null;
  /** Addresses and networks of proxies that may say who the client is. */
  readonly trustedProxies: readonly string[];
  /** False: nobody signs in, and whoever reaches the port may do everything. */
  readonly accounts: boolean;
  /** null: one is made and kept in the data folder. */
  readonly secret: string | null;
  /** null: people sign in by password only. */
  readonly oidc: OidcSettings | null;
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
    ownerUrl: parsed.data.DATABASE_OWNER_URL ?? null,
    dataDir: AFTERMATH_DATA_DIR,
    allowedHosts:
      PUBLIC_URL === undefined ? ALLOWED_HOSTS : [...ALLOWED_HOSTS, new URL(PUBLIC_URL).hostname],
    publicUrl: PUBLIC_URL ?? null,
    trustedProxies: parsed.data.TRUSTED_PROXIES,
    accounts: parsed.data.AFTERMATH_ACCOUNTS === "on",
    secret: parsed.data.AFTERMATH_SECRET ?? null,
    oidc: oidcOf(parsed.data),
  };
}

function oidcOf(given: z.infer<typeof variablesSchema>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  if (issuer === undefined || clientId === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret: given.OIDC_CLIENT_SECRET ?? null,
    name: given.OIDC_NAME,
  };
}

/** Words of secrets that stand in examples. */
const EXAMPLE =
  /example|change|secret|password|passphrase|placeholder|replace|insert|sample|default|aftermath|xxxx/i;

/** At least 32 bytes, of many different characters, and none of the words of examples. */
function isGoodSecret(secret: string): boolean {
  return Buffer.byteLength(secret) >= 32 && new Set(secret).size >= 10 && !EXAMPLE.test(secret);
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLocal = LOOPBACK.test(hostname.replace(/^\[|\]$/g, ""));
  return (protocol === "https:" || (protocol === "http:" && isLocal)) && search + hash === "";
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
