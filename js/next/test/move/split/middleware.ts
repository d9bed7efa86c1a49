import NextAuth from "next-auth";
import authConfig from "./auth.config";

const { auth } = NextAuth(authConfig);

export default auth((request) => {
  if (!request.auth) return Response.redirect(new URL("/login", request.nextUrl));
});
