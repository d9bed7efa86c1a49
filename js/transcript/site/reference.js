import Nodemailer from "@auth/core/providers/nodemailer";
import Passkey from "@auth/core/providers/passkey";
import { withPasskeys } from "./passkeys.js";
import { Tables } from "./tables.js";

/** What `settings.js` says to our core, for the reference. */
export function reference(authorize) {
  const { TRANSCRIPT_ISSUER: issuer, TRANSCRIPT_MAIL: mail, TRANSCRIPT_SITE: site } = process.env;
  const credentials = { username: { label: "Name" }, password: { label: "Password", type: "password" } };
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer, clientId: "web", clientSecret: "web-secret" };
  const passwords = [
    { id: "credentials", name: "Name and password", type: "credentials", credentials, authorize },
    { id: "staff", name: "Staff", type: "credentials", credentials, authorize },
  ];
  const email = Nodemailer({ server: mail, from: "no-reply@app.example" });
  const shared = { trustHost: true, logger: { error() {}, warn() {}, debug() {} } };
  const tables = () => (globalThis.transcriptTables ??= new Tables());
  const adapter = () => tables().adapter();
  const pages = { signIn: "/login", signOut: "/leave", error: "/oops", verifyRequest: "/sent", newUser: "/welcome" };
  if (site === "stored") return { ...shared, providers: [...passwords, acme, email], adapter: adapter(), session: { strategy: "jwt" }, pages };
  if (site === "rows") return { ...shared, providers: [acme, email], adapter: adapter(), session: { strategy: "database", updateAge: 0 } };
  const passkeys = () => ({ adapter: withPasskeys(adapter(), tables()), session: { strategy: "jwt" }, experimental: { enableWebAuthn: true } });
  if (site === "passkeys") return { ...shared, ...passkeys(), providers: [...passwords, Passkey({})] };
  return { ...shared, providers: [...passwords, acme] };
}
