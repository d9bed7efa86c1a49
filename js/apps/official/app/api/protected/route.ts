import { auth } from "../../../auth";

export const GET = auth((request) =>
  request.auth ? Response.json({ user: request.auth.user, provider: request.auth.provider }) : Response.json({ message: "Not authenticated" }, { status: 401 }),
);
