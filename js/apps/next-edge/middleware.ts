import type { NextFetchEvent, NextRequest } from "next/server";
import { auth } from "./auth";
import { auth as local } from "./local";

export async function middleware(request: NextRequest, event: NextFetchEvent) {
  const answer = await (request.nextUrl.pathname === "/api/local" ? local : auth)(request, event);
  answer.headers.set("x-runtime", process.env.NEXT_RUNTIME ?? "");
  return answer;
}

export const config = { matcher: ["/members/:path*", "/api/local"] };
