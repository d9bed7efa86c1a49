import type { NextAuthConfig } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Resend from "next-auth/providers/resend";
import { mail } from "@/lib/mail";
import { check } from "./lib/check";

export default {
  providers: [
    GitHub({
      clientId: process.env.GITHUB_CLIENT_ID,
      clientSecret: process.env.GITHUB_CLIENT_SECRET!,
      allowDangerousEmailAccountLinking: true,
      profile(profile) {
        return { id: String(profile.id), role: "reader" };
      },
    }),
    Credentials({
      credentials: { email: { label: "E-mail" }, password: { label: "Password", type: "password" } },
      async authorize(credentials) {
        return await check(credentials);
      },
    }),
    Resend({
      from: `Acme <${process.env.MAIL_FROM}>`,
      sendVerificationRequest: mail,
    }),
  ],
} satisfies NextAuthConfig;
