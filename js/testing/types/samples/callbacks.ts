// sample
// auth.ts
import NextAuth from "@cardea/next";

export const { handlers, auth, signIn, signOut } = NextAuth({
  callbacks: {
    signIn: ({ user }) => user.name !== "mallory",
    jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token),
  },
  events: {
    signIn: ({ user }) => console.log(`signed in: ${user.name}`),
  },
});
// end
