import NextAuth from "@cardea/next";
import { contract } from "./contract";

declare module "@cardea/next" {
  interface User {
    role?: string;
  }
}

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  ...contract,
  callbacks: {
    ...contract.callbacks,
    authorized: ({ auth, request }) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/members/where") return Response.json({ url: request.url, origin: request.nextUrl.origin });
      return !pathname.startsWith("/members") || Boolean(auth);
    },
  },
});
