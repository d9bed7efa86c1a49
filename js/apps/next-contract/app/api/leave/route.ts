import { auth, signOut } from "@/auth";

export const POST = auth(async () => {
  await signOut({ redirect: false });
  return Response.json({});
});
