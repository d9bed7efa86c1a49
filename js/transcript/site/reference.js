/** What cardea.yml says, for next-auth. */
export function reference(authorize) {
  const credentials = { username: { label: "Name" }, password: { label: "Password", type: "password" } };
  return {
    providers: [
      { id: "credentials", name: "Name and password", type: "credentials", credentials, authorize },
      { id: "staff", name: "Staff", type: "credentials", credentials, authorize },
      { id: "acme", name: "Acme", type: "oidc", issuer: process.env.TRANSCRIPT_ISSUER, clientId: "web", clientSecret: "web-secret" },
    ],
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  };
}
