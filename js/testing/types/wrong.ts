// What is refused, and the words in which.
import type { NextAuthConfig } from "@cardea/next";
import type { SolidAuthConfig } from "@cardea/solid-start";

export const next: NextAuthConfig[] = [
  { providers: [] }, // says: providers are set in the core
  { providers: [{ id: "github", type: "oauth" }] }, // says: providers are set in the core
  { adapter: { createUser: () => {} } }, // says: the store is set in the core
  { session: { strategy: "database", maxAge: 60 } }, // says: strategy, maxAge and updateAge are set in the core
  { jwt: { maxAge: 60 } }, // says: jwt is set in the core
  { cookies: {} }, // says: cookies are set in the core
  { theme: { logo: "/logo.png" } }, // says: the theme is set in the core
  { useSecureCookies: true }, // says: useSecureCookies is set in the core
  { redirectProxyUrl: "https://a.example" }, // says: redirectProxyUrl is set in the core
  { experimental: { enableWebAuthn: true } }, // says: experimental is set in the core
  { skipCSRFCheck: Symbol() }, // says: the core checks
  { prefix: "/api/auth" }, // says: 'prefix' does not exist
  { secret: 1 }, // says: not assignable
  { pages: { login: "/login" } }, // says: 'login' does not exist
  { callbacks: { redirect: () => true } }, // says: not assignable
  { authorize: () => "ada" }, // says: not assignable
];

export const solid: SolidAuthConfig[] = [
  { adapter: {} }, // says: the store is set in the core
  { callbacks: { authorized: () => true } }, // says: 'authorized' does not exist
];
