import { NextResponse } from "next/server";

/** What a function that `auth` wraps answers, by the query. */
export async function answer(request, context) {
  const { searchParams, pathname } = request.nextUrl;
  const answers = {
    redirect: () => NextResponse.redirect(new URL("/elsewhere", request.nextUrl)),
    rewrite: () => NextResponse.rewrite(new URL("/echoed", request.nextUrl)),
    next: () => NextResponse.next({ request: { headers: new Headers([...request.headers, ["x-own", "1"]]) } }),
    nothing: () => undefined,
    cookie: () => new Response("eaten", { status: 418, headers: { "set-cookie": "own=1; Path=/", "x-own": "1" } }),
    throws: () => {
      throw new Error("no answer");
    },
  };
  const as = searchParams.get("as");
  if (as) return answers[as]();
  const body = request.method === "POST" ? await request.text() : undefined;
  return Response.json({ auth: request.auth, url: request.nextUrl.href, pathname, params: (await context?.params) ?? null, body });
}
