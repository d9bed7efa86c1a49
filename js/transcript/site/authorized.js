import { NextResponse } from "next/server";
import { observed } from "./observed.js";

/** Decides by the query, so that a request can choose its verdict. */
export function authorized({ request, auth }) {
  observed.push({ kind: "callback", name: "authorized", params: { url: request.nextUrl.href, auth } });
  const verdict = request.nextUrl.searchParams.get("verdict") ?? "yes";
  const verdicts = {
    yes: () => true,
    no: () => false,
    nothing: () => undefined,
    member: () => Boolean(auth),
    response: () => new Response("a teapot", { status: 418, headers: { "x-own": "1", "set-cookie": "own=1; Path=/" } }),
    redirect: () => NextResponse.redirect(new URL("/elsewhere", request.nextUrl)),
    relative: () => new Response(null, { status: 303, headers: { location: "/elsewhere" } }),
    signin: () => NextResponse.redirect(new URL("/api/auth/signin?own=1", request.nextUrl)),
    throws: () => {
      throw new Error("no verdict");
    },
  };
  return verdicts[verdict]();
}
