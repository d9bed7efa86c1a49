import { auth, unstable_update } from "@/auth";

export const POST = auth(async () => {
  await unstable_update({ user: { name: "Countess" } });
  return Response.json({});
});
