import { auth } from "@/auth";

/** Deletes the cookie of the session without the help of the package. */
export const GET = auth(() => {
  const cookie = "__Secure-authjs.session-token=; Path=/; Secure; HttpOnly; Max-Age=0";
  return Response.json({}, { headers: { "set-cookie": cookie } });
});
