import { cookies, headers } from "next/headers";
import { auth } from "./auth.js";

/** Answers what a route handler sees behind the middleware: cookies, a header of the middleware, and on request the session. */
export async function GET(request) {
  const all = await headers();
  const jar = Object.fromEntries((await cookies()).getAll().map(({ name, value }) => [name, value]));
  const own = all.get("x-own");
  if (!request.nextUrl.searchParams.has("who")) return Response.json({ jar, own });
  const pairs = (all.get("cookie") ?? "").split("; ").filter(Boolean).map((pair) => pair.split("="));
  const sent = Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]));
  return Response.json({ jar, sent, session: await auth() });
}

export const POST = GET;
