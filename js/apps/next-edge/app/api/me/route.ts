import { auth } from "@/auth";

export const runtime = "edge";

export const GET = auth((request) =>
  request.auth ? Response.json(request.auth) : Response.json({ message: "Who are you?" }, { status: 401 }),
);
