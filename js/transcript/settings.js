const FIELDS = "credentials: { username: { label: Name }, password: { label: Password, type: password } }";
const PASSWORDS = `
  - { id: credentials, name: Name and password, ${FIELDS} }
  - { id: staff, type: credentials, name: Staff, ${FIELDS} }`;

/** The core's configuration of a site; `site/reference.js` configures the reference in the same way. */
export function settings(name, { site, at, secret, issuer, mail }) {
  const acme = `
  - { id: acme, type: oidc, name: Acme, issuer: "${issuer}", clientId: web, clientSecret: web-secret }`;
  const email = `
  - { id: nodemailer, server: "${mail}", from: no-reply@app.example }`;
  const own = {
    stored: `
store: memory
session: { strategy: jwt }
pages: { signIn: /login, signOut: /leave, error: /oops, verifyRequest: /sent, newUser: /welcome }
providers:${PASSWORDS}${acme}${email}`,
    passkeys: `
store: memory
session: { strategy: jwt }
experimental: { enableWebAuthn: true }
providers:${PASSWORDS}
  - passkey`,
    rows: `
store: memory
session: { strategy: database, updateAge: 0 }
providers:${acme}${email}`,
  };
  return `
url: ${site}
basePath: /api/auth
secret: ${secret}
bridge: true
hooks: { url: "${at}/api/auth/hooks" }
${own[name] ?? `providers:${PASSWORDS}${acme}`}
`;
}
