import NextAuth from "next-auth";
import "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import Keycloak from "next-auth/providers/keycloak";

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
      return token;
    },
    session({ session, token }) {
      session.provider = token.provider;
      return session;
    },
  },
});

declare module "next-auth" {
  interface Session {
    provider?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    provider?: string;
  }
}
