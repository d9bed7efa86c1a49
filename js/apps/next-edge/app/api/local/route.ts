import { auth } from "@/auth";

export const runtime = "edge";

export const GET = auth((request) => Response.json({ runtime: process.env.NEXT_RUNTIME, user: request.auth?.user }));
