import NextAuth, { type DefaultSession } from "next-auth";
import { PrismaAdapter } from "@auth/prisma-adapter";
import authConfig from "@/auth.config";
import { db, users } from "@/lib/db";

declare module "next-auth" {
  interface Session {
    user: { role?: string } & DefaultSession["user"];
  }
}

const DAY = 24 * 60 * 60;

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter: PrismaAdapter(db),
  session: { strategy: "jwt", maxAge: 30 * DAY, generateSessionToken: () => crypto.randomUUID() },
  pages: { signIn: "/login", error: "/login" },
  events: {
    async linkAccount({ user }) {
      await users.verify(user.id);
    },
  },
  callbacks: {
    async signIn({ user }) {
      return users.isOpen(user.id);
    },
    async session({ session, token }) {
      return { ...session, role: token.role };
    },
  },
  ...authConfig,
});
