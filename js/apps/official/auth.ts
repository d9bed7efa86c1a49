import NextAuth from "next-auth";
import type { JWT } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import Keycloak from "next-auth/providers/keycloak";

/** As in the guide of Auth.js, where a service issues tokens: each refresh token is for one use. */
async function refreshed(token: JWT): Promise<JWT> {
  if (!process.env.TOKENS_URL || Date.now() < (token.due ?? 0)) return token;
  const answer = await fetch(process.env.TOKENS_URL, { method: "POST", body: token.refresh ?? "", cache: "no-store" });
  if (!answer.ok) return { ...token, error: "RefreshTokenError" };
  const { refresh, life } = await answer.json();
  return { ...token, refresh, due: Date.now() + life, error: undefined };
}

export const { handlers, auth, signIn, signOut } = NextAuth({
  basePath: "/auth",
  session: { strategy: "jwt" },
  providers: [
    Credentials({
      credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
      authorize({ username, password }) {
        return password === "open sesame" ? { id: `people/${username}`, name: String(username), email: `${username}@example.com` } : null;
      },
    }),
    Keycloak({ issuer: process.env.AUTH_KEYCLOAK_ISSUER, clientId: "web", clientSecret: "web-secret" }),
  ],
  callbacks: {
    authorized({ request, auth }) {
      return request.nextUrl.pathname === "/middleware-example" ? Boolean(auth) : true;
    },
    jwt({ token, trigger, session, account }) {
      if (trigger === "update" && typeof session?.user?.name === "string") token.name = session.user.name;
      if (account) token.provider = account.provider;
      return refreshed(token);
    },
    session({ session, token }) {
      session.provider = token.provider;
      session.error = token.error;
      return session;
    },
  },
});

declare module "next-auth" {
  interface Session {
    provider?: string;
    error?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    provider?: string;
    refresh?: string;
    due?: number;
    error?: string;
  }
}
