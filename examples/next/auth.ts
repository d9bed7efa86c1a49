import NextAuth, { CredentialsSignin } from "@cardea/next";

declare module "@cardea/next" {
  interface User {
    role?: string;
  }
}

class Locked extends CredentialsSignin {
  code = "locked";
}

// Providers, store and secret are in cardea.yml. What decides runs here, called by the core.
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  authorize: ({ username, password }) => {
    if (username === "locked") throw new Locked();
    return password === "open sesame" ? { id: `people/${username}`, name: username, role: "member" } : null;
  },
  callbacks: {
    authorized: ({ auth, request }) => !new URL(request.url).pathname.startsWith("/members") || Boolean(auth),
    jwt: ({ token, user, trigger, session }) => {
      if (user) token.role = user.role ?? "guest";
      if (trigger === "update" && typeof session?.user?.name === "string") token.name = session.user.name;
      return token;
    },
    session: ({ session, token }) => {
      if (session.user) session.user.role = token.role as string;
      return session;
    },
  },
  events: {
    signIn: ({ user }) => console.log(`signed in: ${user.name ?? user.email}`),
  },
});
