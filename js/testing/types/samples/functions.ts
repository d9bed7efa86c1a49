// sample
// auth.ts
import NextAuth from "@cardea/next";

export const { handlers, auth, signIn, signOut } = NextAuth({
  profile: {
    github: (profile) => ({ id: String(profile.id), name: profile.login, email: profile.email, role: "reader" }),
  },
  account: { github: ({ access_token, refresh_token }) => ({ access_token, refresh_token }) },
  sendVerificationRequest: async ({ identifier, url, expires }) => {
    await sendMail({ to: identifier, subject: "Sign in", text: `${url} works until ${expires.toISOString()}` });
  },
});
// end
declare function sendMail(mail: { to: string; subject: string; text: string }): Promise<void>;
