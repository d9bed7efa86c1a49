import NextAuth from "@cardea/next";

/** Who is signed in, as their token says: the core is not asked. */
export const { auth } = NextAuth({ session: "local", callbacks: { authorized: ({ auth }) => Boolean(auth) } });
