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
      dataDir: "data",
      allowedHosts: [],
      publicUrl: null,
      trustedProxies: [],
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
      }),
    ).toEqual({
      port: 8080,
      host: "::1",
      databaseUrl: "postgresql://me:secret@db.example/aftermath",
      dataDir: "/srv/aftermath",
      allowedHosts: ["box.local", "aftermath.example"],
      publicUrl: "https://aftermath.example",
      trustedProxies: ["10.0.0.0/8", "::1"],
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
      expect(messageOf({ HOST })).toBe(
        `HOST has to be a loopback address (127.0.0.1, localhost, ::1) as long as there are no accounts, since whoever reaches the port sees everything; it is "${HOST}".`,
      );
    },
  );

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
    const lines = messageOf({ PORT: "x", HOST: "0.0.0.0" }).split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["PORT", "HOST"]);
  });
});
