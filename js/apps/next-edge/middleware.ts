import type { NextFetchEvent, NextRequest } from "next/server";
import { auth } from "./auth";

export async function middleware(request: NextRequest, event: NextFetchEvent) {
  const answer = await auth(request, event);
  answer.headers.set("x-runtime", process.env.NEXT_RUNTIME ?? "");
  return answer;
}

export const config = { matcher: ["/members/:path*"] };
