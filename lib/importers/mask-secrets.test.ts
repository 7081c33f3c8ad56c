import { describe, expect, it } from "vitest";
import { fourfoldTakes, LINEAR } from "@/lib/testing/growth";
import { isSecretName, maskSecrets, maskText } from "./mask-secrets";

/** Put together here, so that no text of the form of a credential stands in the repository. */
const made = (...parts: readonly string[]) => parts.join("");
const KEY = made("sk-", "made-up-", "0123456789abcdefghij");

describe("maskText", () => {
  it.each([
    [KEY],
    [made("sk_", "live_", "0123456789abcdefghij")],
    [made("ghp", "_", "0123456789abcdefghijABCDEFGHIJ012345")],
    [made("hf", "_", "0123456789abcdefghijABCDEFGHIJ0123")],
    [made("xoxb", "-", "0123456789-abcdefghij")],
    [made("AKIA", "0123456789ABCDEF")],
    [made("AIza", "0123456789abcdefghijABCDEFGHIJ01234")],
    [made("eyJ", "hbGciOiJub25lIn0", ".eyJ", "zdWIiOiJtYWRlIn0", ".c2lnbmF0dXJl")],
    [made("-----BEGIN RSA ", "PRIVATE KEY-----\nTUlJ\nQ0FR\n-----END RSA PRIVATE KEY-----")],
  ])("masks %s by its form", (secret) => {
    expect(maskText(`before ${secret} after`)).toEqual({
      text: "before [masked] after",
      count: 1,
    });
  });

  it.each([
    ["Authorization: Bearer abc123def456ghi789", "Authorization: Bearer [masked]"],
    ["authorization: Basic dXNlcjpwYXNz", "authorization: Basic [masked]"],
    ["postgres://root:hunter22@db/x", "postgres://root:[masked]@db/x"],
    ['{"apiKey":"abcdef123","n":1}', '{"apiKey":"[masked]","n":1}'],
    ['{\\"api_key\\": \\"abcdef123\\"}', '{\\"api_key\\": \\"[masked]\\"}'],
    ["OPENAI_API_KEY=abcdef123 next", "OPENAI_API_KEY=[masked] next"],
    ["?access_token=abcdef123&page=2", "?access_token=[masked]&page=2"],
  ])("masks what %s introduces", (text, expected) => {
    expect(maskText(text)).toEqual({ text: expected, count: 1 });
  });

  it.each([
    "The password is on the desk; max_tokens: 4096, token usage 12.",
    "task-management and risk-assessment-of-everything",
    "apiKey: {{env.API_KEY}} or api_key=${API_KEY} or password=<yours>",
    "The bearer of this-long-sentence-has-no-digit may pass.",
    "http://localhost:3000/a@b",
    "",
  ])("leaves %s", (text) => {
    expect(maskText(text)).toEqual({ text, count: 0 });
  });

  it("changes nothing when it is done twice", () => {
    const once = maskText(
      `password="hunter22" ${KEY} redis://u:secret1@h Bearer abc123def456ghi789`,
    );
    expect(once.count).toBe(4);
    expect(maskText(once.text)).toEqual({ text: once.text, count: 0 });
  });

  it.each([
    "sk-",
    "eyJ",
    "eyJ-",
    "Bearer ",
    "-----BEGIN PRIVATE KEY-----",
    "a://b:",
    "api_key=",
    'token":"',
    "a",
  ])("takes four times as much of %s in four times as long", async (part) => {
    const text = (times: number) => part.repeat((times * 2 ** 18) / part.length);
    expect(await fourfoldTakes(text, maskText)).toBeLessThan(LINEAR);
  });
});

describe("maskSecrets", () => {
  it("masks by the name of the field and by form, and names the places", () => {
    const given = {
      providers: [{ id: "p", config: { apiKey: "short", maxTokens: 5, temperature: 0 } }],
      headers: { Authorization: "Bearer x", "x-api-key": "y", Cookie: ["a", "b"] },
      note: `use ${KEY} twice ${KEY}`,
      tokenUsage: { total: 5 },
      tokens: "12",
    };
    expect(maskSecrets(given)).toEqual({
      value: {
        providers: [{ id: "p", config: { apiKey: "[masked]", maxTokens: 5, temperature: 0 } }],
        headers: {
          Authorization: "[masked]",
          "x-api-key": "[masked]",
          Cookie: ["[masked]", "[masked]"],
        },
        note: "use [masked] twice [masked]",
        tokenUsage: { total: 5 },
        tokens: "12",
      },
      places: [
        "$.providers[0].config.apiKey",
        "$.headers.Authorization",
        "$.headers.x-api-key",
        "$.headers.Cookie[0]",
        "$.headers.Cookie[1]",
        "$.note",
        "$.note",
      ],
    });
    expect(given.providers[0]?.config.apiKey).toBe("short");
  });

  it("leaves references to a credential, and empty and masked values", () => {
    const given = {
      a: { apiKey: "${OPENAI_API_KEY}", token: "{{env.TOKEN}}", password: "" },
      b: [{ secret: "***" }, { secret: "[masked]" }, { secret: "<redacted>" }],
    };
    const { value, places } = maskSecrets(given);
    expect(value).toBe(given);
    expect(places).toEqual([]);
  });

  it("leaves names alone where they are what the record is about", () => {
    const args = { password: "new_password", note: KEY };
    expect(maskSecrets(args, { names: false, path: "$.args" })).toEqual({
      value: { password: "new_password", note: "[masked]" },
      places: ["$.args.note"],
    });
  });

  it("treats __proto__ as data", () => {
    const given: unknown = JSON.parse('{"__proto__":{"apiKey":"abc"}}');
    const { value } = maskSecrets(given);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"apiKey":"[masked]"}}');
    expect(Reflect.get({}, "apiKey")).toBeUndefined();
  });
});

it.each([
  ["apiKey", true],
  ["OPENAI_API_KEY", true],
  ["x-api-key", true],
  ["access_token", true],
  ["token", true],
  ["db.password", true],
  ["clientSecret", true],
  ["tokens", false],
  ["max_tokens", false],
  ["tokenUsage", false],
  ["passwordPolicy", false],
  ["key", false],
])("isSecretName(%s) is %s", (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});
