import type { NextAuthConfig } from "@cardea/next";

declare const callbacks: NonNullable<NextAuthConfig["callbacks"]>;
// sample
// auth-cardea.ts
import NextAuth from "@cardea/next";

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({ callbacks });
// end
