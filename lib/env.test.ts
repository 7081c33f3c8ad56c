import { describe, expect, test } from "vitest";
import { readEnv } from "@/lib/env";

const messageOf = (source: Record<string, string>): string => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "accepted";
};

describe("readEnv", () => {
  test("an empty environment and empty variables give the defaults", () => {
    const defaults = {
      port: 3000,
      host: "127.0.0.1",
      databaseUrl: null,
      ownerUrl: null,
      dataDir: "data",
      allowedHosts: [],
      publicUrl: null,
      trustedProxies: [],
      accounts: true,
      secret: null,
      oidc: null,
    };
    expect(readEnv({})).toEqual(defaults);
    expect(readEnv({ PORT: "", HOST: " ", DATABASE_URL: "", ALLOWED_HOSTS: "" })).toEqual(defaults);
  });

  test("reads what is set", () => {
    expect(
      readEnv({
        PORT: "8080",
        HOST: "::1",
        DATABASE_URL: "postgresql://me:secret@db.example/aftermath",
        AFTERMATH_DATA_DIR: "/srv/aftermath",
        ALLOWED_HOSTS: "Box.local,",
        PUBLIC_URL: "https://Aftermath.example",
        TRUSTED_PROXIES: "10.0.0.0/8, ::1",
        AFTERMATH_ACCOUNTS: "off",
        AFTERMATH_SECRET: "9f3b8c1d2e4a5f60718293a4b5c6d7e8",
        OIDC_ISSUER: "https://login.example/realms/house",
        OIDC_CLIENT_ID: "aftermath",
        OIDC_CLIENT_SECRET: "s3",
        OIDC_NAME: "House login",
      }),
    ).toEqual({
      port: 8080,
      host: "::1",
      databaseUrl: "postgresql://me:secret@db.example/aftermath",
      ownerUrl: null,
      dataDir: "/srv/aftermath",
      allowedHosts: ["box.local", "aftermath.example"],
      publicUrl: "https://aftermath.example",
      trustedProxies: ["10.0.0.0/8", "::1"],
      accounts: false,
      secret: "9f3b8c1d2e4a5f60718293a4b5c6d7e8",
      oidc: {
        issuer: "https://login.example/realms/house",
        clientId: "aftermath",
        clientSecret: "s3",
        name: "House login",
      },
    });
  });

  test.each([
    "aftermath.example",
    "ftp://a.example",
    "https://a.example/x",
    "https://u:p@a.example",
  ])("PUBLIC_URL %s is refused", (PUBLIC_URL) =>
    expect(messageOf({ PUBLIC_URL })).toMatch(/^PUBLIC_URL has to be the address/),
  );

  test.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/8/8"])(
    "TRUSTED_PROXIES %s is refused",
    (nets) => expect(messageOf({ TRUSTED_PROXIES: nets })).toMatch(/^TRUSTED_PROXIES has to be/),
  );

  test.each(["localhost", "127.0.0.1", "127.1.2.3", "::1"])("HOST %s is loopback", (HOST) => {
    expect(readEnv({ HOST }).host).toBe(HOST);
  });

  test.each(["0.0.0.0", "::", "192.168.1.5", "example.org", "127.0.0.1.example.org"])(
    "HOST %s is refused, and the reason is given",
    (HOST) => {
      expect(messageOf({ HOST, AFTERMATH_ACCOUNTS: "off" })).toBe(
        `HOST has to be an address of this machine, and a loopback one (127.0.0.1, localhost, ::1) as long as there are no accounts (AFTERMATH_ACCOUNTS=off), since whoever reaches the port sees everything; it is "${HOST}".`,
      );
      expect(readEnv({ HOST }).host).toBe(HOST);
    },
  );

  test.each([
    "short",
    "a".repeat(64),
    "0123456701234567012345670123456701234567",
    "your-secret-goes-here-0123456789abcdef",
    "please-change-me-0123456789abcdefghijkl",
    "aftermath-0123456789abcdefghijklmnopqrs",
    "9f3b8c1d2e4a5f60718293a4b5c6d7e",
  ])("B1: a secret that is short, repeated or an example is refused: %s", (secret) => {
    expect(messageOf({ AFTERMATH_SECRET: secret })).toMatch(
      /^AFTERMATH_SECRET has to be at least 32/,
    );
    expect(messageOf({ AFTERMATH_SECRET: secret })).not.toContain(secret);
  });

  test("a sign-in service needs an issuer of its own and a client", () => {
    const OIDC_CLIENT_ID = "aftermath";
    expect(messageOf({ OIDC_CLIENT_ID })).toMatch(/^OIDC_ISSUER and OIDC_CLIENT_ID/);
    expect(messageOf({ OIDC_ISSUER: "https://login.example" })).toMatch(/^OIDC_ISSUER and/);
    for (const OIDC_ISSUER of ["login.example", "http://login.example", "https://a.example/?x=1"])
      expect(messageOf({ OIDC_ISSUER, OIDC_CLIENT_ID })).toMatch(
        /^OIDC_ISSUER has to be the https/,
      );
    const local = readEnv({ OIDC_ISSUER: "http://localhost:9000/", OIDC_CLIENT_ID });
    expect(local.oidc).toEqual({
      issuer: "http://localhost:9000/",
      clientId: "aftermath",
      clientSecret: null,
      name: "single sign-on",
    });
  });

  test.each(["http", "-1", "65536", "30 00", "3e3", "0x50"])("PORT %s is refused", (PORT) => {
    expect(messageOf({ PORT })).toBe(
      `PORT has to be a number from 0 to 65535, and it is "${PORT}".`,
    );
  });

  test("a wrong DATABASE_URL is refused without its password", () => {
    for (const url of [
      "mysql://me:secret@db/x",
      "secret",
      "postgres://me:secret@db",
      "postgres:",
    ]) {
      expect(messageOf({ DATABASE_URL: url })).toBe(
        "DATABASE_URL has to look like postgres://user:password@host:5432/database, and it does not.",
      );
    }
  });

  test.each(["http://x.example", "x.example:80", "a b", "*", "-x"])(
    "ALLOWED_HOSTS %s is refused",
    (name) => {
      expect(messageOf({ ALLOWED_HOSTS: name })).toMatch(/^ALLOWED_HOSTS has to be host names/);
    },
  );

  test("every fault is told at once, one line each", () => {
    const lines = messageOf({ PORT: "x", HOST: "no host" }).split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["PORT", "HOST"]);
  });
});
