// sample
// auth.ts
import NextAuth from "@cardea/next";

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  authorize: ({ username, password }) => (password === "open sesame" ? { id: "1", name: username } : null),
});
// end
