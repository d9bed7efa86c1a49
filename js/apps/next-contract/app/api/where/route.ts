import { auth } from "@/auth";

export const GET = auth((request) => Response.json({ url: request.url, origin: request.nextUrl.origin }));
