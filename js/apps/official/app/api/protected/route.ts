import { auth } from "../../../auth";

export const GET = auth((request) =>
  request.auth ? Response.json({ user: request.auth.user, provider: request.auth.provider, error: request.auth.error }) : Response.json({ message: "Not authenticated" }, { status: 401 }),
);
