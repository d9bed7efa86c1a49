// An identity provider of one person, for trying things out: OpenID Connect with discovery, PKCE and signed ID tokens.
// node identity.mjs [port]
import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";

const port = Number(process.argv[2] ?? 3200);
const issuer = `http://127.0.0.1:${port}`;
const client = { id: "web", secret: "web-secret" };
const person = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true };
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const asked = new Map();
const look = "<style>:root{color-scheme:light dark}body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}</style>";

const base64url = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function idToken({ nonce }) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 300, ...person, ...(nonce ? { nonce } : {}) };
  const text = `${base64url({ alg: "RS256", kid: "1" })}.${base64url(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey).toString("base64url")}`;
}

const routes = {
  "GET /.well-known/openid-configuration": () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  }),
  "GET /keys": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }] }),
  "GET /authorize": (query) => {
    const code = randomUUID();
    asked.set(code, Object.fromEntries(query));
    const back = new URL(query.get("redirect_uri"));
    back.searchParams.set("code", code);
    if (query.has("state")) back.searchParams.set("state", query.get("state"));
    return `<!doctype html><title>Acme</title>${look}<h1>Acme</h1><p>An identity provider that knows one person.</p><a id="go" href="${back.href.replaceAll("&", "&amp;")}">Go on as ${person.name}</a>`;
  },
  "POST /token": (_, form, headers) => {
    const known = asked.get(form.get("code"));
    asked.delete(form.get("code"));
    const secret = headers.authorization === `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    if (!known || !secret || (known.code_challenge && known.code_challenge !== challenge)) return undefined;
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token: idToken(known) };
  },
  "GET /me": () => person,
};

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const url = new URL(request.url, issuer);
  const route = routes[`${request.method} ${url.pathname}`];
  const answer = route?.(url.searchParams, new URLSearchParams(body), request.headers);
  const type = typeof answer === "string" ? "text/html" : "application/json";
  response.writeHead(!route ? 404 : answer === undefined ? 400 : 200, { "content-type": type });
  response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? { error: "invalid_grant" }));
}).listen(port, "127.0.0.1", () => console.log(`identity provider on ${issuer}`));
