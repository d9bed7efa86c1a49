import { NextResponse } from "next/server";

/** What a wrapped function of an application answers, by the query. */
export async function answer(request, context) {
  const { searchParams, pathname } = request.nextUrl;
  const as = searchParams.get("as");
  if (as === "redirect") return NextResponse.redirect(new URL("/elsewhere", request.nextUrl));
  if (as === "next") return NextResponse.next({ request: { headers: new Headers([...request.headers, ["x-own", "1"]]) } });
  if (as === "nothing") return undefined;
  if (as === "cookie") return new NextResponse("eaten", { status: 418, headers: { "set-cookie": "own=1; Path=/", "x-own": "1" } });
  const params = (await context?.params) ?? null;
  const body = request.method === "POST" ? await request.text() : undefined;
  return Response.json({ auth: request.auth, pathname, params, body });
}
