import { createServer, type IncomingMessage } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";

export const CLIENT_ID = "aftermath-test";

/** What the service puts into its next token, and how it errs. */
export type Behaviour = {
  claims: JWTPayload;
  /** Changes the claims when the token is made. */
  change: (claims: JWTPayload) => JWTPayload;
  sign: "good" | "none" | "foreign key" | "no token";
};

/**
 * A sign-in service in the test's own process: discovery, authorisation, tokens with PKCE, keys. Codes are
 * good once and for the challenge that they were asked with.
 */
export async function startFakeIdp() {
  const keys = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const codes = new Map<string, { challenge: string; nonce: string | null }>();
  const behaviour: Behaviour = { claims: {}, change: (claims) => claims, sign: "good" };
  const seen = { authorisations: 0, exchanges: 0 };
  let issuer = "";

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (pathname === "/.well-known/openid-configuration")
      return {
        status: 200,
        body: {
          issuer,
          authorization_endpoint: `${issuer}/authorise`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ["RS256"],
        },
      };
    if (pathname === "/keys") return { status: 200, body: { keys: [jwk] } };
    if (pathname === "/token") return exchange(new URLSearchParams(await textOf(request)));
    return { status: 404, body: {} };
  }

  async function exchange(form: URLSearchParams) {
    seen.exchanges += 1;
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = await s256(form.get("code_verifier") ?? "");
    if (code === undefined || code.challenge !== challenge)
      return { status: 400, body: { error: "invalid_grant" } };
    const token = await idToken(code.nonce);
    return {
      status: 200,
      body: {
        access_token: "access-canary",
        refresh_token: "refresh-canary",
        token_type: "Bearer",
        ...(token === null ? {} : { id_token: token }),
      },
    };
  }

  async function idToken(nonce: string | null): Promise<string | null> {
    const now = Math.floor(Date.now() / 1000);
    const claims = behaviour.change({
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
      ...behaviour.claims,
    });
    if (behaviour.sign === "no token") return null;
    if (behaviour.sign === "none") return new UnsecuredJWT(claims).encode();
    const key = behaviour.sign === "good" ? keys.privateKey : foreign.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(key);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return {
    issuer,
    behaviour,
    seen,
    /** What the service does when a browser comes: the query with which it sends it back. */
    authorise(location: string): { code: string; state: string } {
      seen.authorisations += 1;
      const { searchParams } = new URL(location);
      const code = `code-${seen.authorisations}`;
      const challenge = searchParams.get("code_challenge") ?? "";
      codes.set(code, { challenge, nonce: searchParams.get("nonce") });
      return { code, state: searchParams.get("state") ?? "" };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function s256(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString("base64url");
}
