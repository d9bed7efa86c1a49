// The application: requests in, responses out. `node.js`, `hono.js`, `bun.js` and `deno.js` serve it.
// sample
import { forwarder, Site, toSetCookie } from "@cardea/bridge";

// With CARDEA_URL, AUTH_URL and AUTH_SECRET in the environment.
const config = {
  basePath: "/auth",
  clientAddress: 0, // no proxy in front: the address of the connection is the visitor's
  authorize: ({ username, password }, request) => {
    console.log(`${username} from ${request.headers.get("x-forwarded-for")}`);
    return password === "open sesame" ? { id: `people/${username}`, name: username } : null;
  },
};
/** Handles sign-in, sign-out and hooks; returns undefined for other requests. */
export const sign = forwarder(config);
const site = new Site(config, "/auth");

export async function respond(request, address) {
  const visitor = site.visitor(request.headers, request.url, address);
  const { pathname } = new URL(request.url);
  if (pathname === "/leave" && request.method === "POST") {
    // There is no token, so check that a page of this site sent the request.
    if (request.headers.get("origin") !== visitor.origin) return new Response(null, { status: 403 });
    const { redirect, cookies } = await site.signOut(visitor, "/");
    return withCookies(new Response(null, { status: 303, headers: { location: redirect } }), cookies);
  }
  const { session, cookies } = await site.keep(visitor);
  return withCookies(pathname === "/api/me" ? Response.json({ user: session?.user ?? null }) : page(session), cookies);
}

function withCookies(response, cookies) {
  for (const cookie of cookies) response.headers.append("set-cookie", toSetCookie(cookie));
  return response;
}
// end

function page(session) {
  const name = session?.user && (session.user.name ?? session.user.email).replace(/[<&]/g, (char) => `&#${char.charCodeAt(0)};`);
  const who = name
    ? `<h1 id="who">Hello ${name}</h1><form method="post" action="/leave"><button>Sign out</button></form>`
    : `<h1 id="who">Who are you?</h1><a href="/auth/signin?callbackUrl=%2F">Sign in</a>`;
  return new Response(`<!doctype html><html lang="en"><title>Fetch</title>${who}`, { headers: { "content-type": "text/html; charset=utf-8" } });
}
