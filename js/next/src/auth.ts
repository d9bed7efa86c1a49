import { applied, Site, toSetCookie, type Awaitable, type Cookie, type Kept, type Session, type Visitor } from "@cardea/bridge";
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextFetchEvent, NextRequest, NextResponse } from "next/server";
import type { NextAuthConfig } from "./config.js";
import { callOf, type Call } from "./call.js";

/** A request of whom we know who sent it. */
export type NextAuthRequest = NextRequest & { auth: Session | null };

/** What runs for a request of which we know who sent it: a middleware, a route handler. */
export type AuthHandler<Context> = (request: NextAuthRequest, context: Context) => Awaitable<Response | void | undefined>;

export interface Auth {
  /** In components, actions and route handlers: who is signed in. Nothing is written, so nothing is prolonged. */
  (): Promise<Session | null>;
  /** As middleware: `authorized` decides, the session is prolonged. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Around a middleware or route handler: `request.auth` is the session, which is prolonged. */
  <Context = any>(handler: AuthHandler<Context>): (request: NextRequest, context: Context) => Promise<Response>;
  /** In API routes of the pages router; the session is prolonged. */
  (request: NextApiRequest, response: NextApiResponse): Promise<Session | null>;
  /** In `getServerSideProps`; the session is prolonged. */
  (context: GetServerSidePropsContext): Promise<Session | null>;
}

type Sites = (request?: NextRequest) => Promise<Site>;

export function authOf(sites: Sites): Auth {
  const components = componentsOf(sites);
  const auth = (...args: any[]): unknown => {
    const [first, second] = args;
    if (first === undefined) return components();
    if (typeof first === "function") return (request: NextRequest, context: any) => guard(sites, request, first, context);
    if (isRequest(first)) return guard(sites, first);
    return "req" in first ? pages(sites, first.req, first.res) : pages(sites, first, second);
  };
  return auth as Auth;
}

/** In components: one question for each render and cookie, however many ask. */
function componentsOf(sites: Sites): () => Promise<Session | null> {
  let perRender: ((cookie: string, origin: string) => Promise<Session | null>) | undefined;
  let now: Call;
  return async () => {
    const call = await callOf(sites);
    // Here only: the pages router and the edge have no such thing.
    const { cache } = (await import("react")) as { cache?: <F>(f: F) => F };
    const ask = (_cookie: string, _origin: string) => now.site.read(now.visitor);
    perRender ??= cache ? cache(ask) : ask;
    // For what is asked at once, if it is not known: nothing is awaited between.
    now = call;
    return perRender(call.visitor.cookie ?? "", call.visitor.origin);
  };
}

async function guard(sites: Sites, request: NextRequest, handler?: AuthHandler<any>, context?: unknown): Promise<Response> {
  // First of all: Next 14 runs route handlers while an application is built, until they ask for something of a request.
  const { headers, url } = request;
  const site = await sites(request);
  const visitor = site.visitor(headers, url);
  const { NextResponse } = await import("next/server");
  const { pathname, search } = new URL(url);
  // Who cannot reach these cannot sign in; and they keep the session themselves.
  const own = pathname.startsWith(`${site.settings.basePath}/`);
  if (own && !handler) return NextResponse.next();
  const kept = own ? { session: await site.read(visitor), cookies: [] } : await site.keep(visitor);
  const { authorized } = (site.config as NextAuthConfig).callbacks ?? {};
  const verdict = authorized ? await authorized({ request, auth: kept.session }) : true;
  if (verdict instanceof Response) return finished(verdict, kept, request, NextResponse);
  const guarded = (site.config as NextAuthConfig).guardHandlers ?? false;
  if (!verdict && !own && (!handler || guarded)) {
    const page = new URL(await site.page("signIn", visitor));
    if (page.pathname !== pathname) {
      page.searchParams.set("callbackUrl", visitor.origin + pathname + search);
      return finished(NextResponse.redirect(page), kept, request, NextResponse);
    }
  }
  if (!handler) return finished(undefined, kept, request, NextResponse);
  const known = Object.assign(request, { auth: kept.session });
  return finished((await handler(known, context)) ?? undefined, kept, request, NextResponse);
}

/** The answer with the session's cookies, for the browser and for the rest of this request. */
function finished(answer: Response | undefined, kept: Kept, request: NextRequest, next: typeof NextResponse): Response {
  const { cookies } = kept;
  if (cookies.length === 0) return answer ?? next.next();
  const going = goingOn(request, cookies, next);
  if (!answer) return told(going, cookies);
  const copy = new Response(answer.body, answer);
  if (copy.headers.has("x-middleware-next") || copy.headers.has("x-middleware-rewrite")) override(copy.headers, going.headers);
  return told(copy, cookies);
}

/** What a middleware answers to let a request go on, with the cookies as the browser will send them next. */
function goingOn(request: NextRequest, cookies: Cookie[], next: typeof NextResponse): Response {
  const headers = new Headers(request.headers);
  headers.set("cookie", applied(headers.get("cookie"), cookies));
  return next.next({ request: { headers } });
}

/** Headers that the application hands on are kept, the cookie is ours. */
function override(headers: Headers, ours: Headers): void {
  const list = "x-middleware-override-headers";
  const theirs = headers.get(list);
  for (const [name, value] of ours) {
    const cookie = name === "x-middleware-request-cookie";
    if (cookie || (theirs === null && (name === list || name.startsWith("x-middleware-request-")))) headers.set(name, value);
  }
  if (theirs !== null && !theirs.split(",").includes("cookie")) headers.set(list, `${theirs},cookie`);
}

function told(answer: Response, cookies: Cookie[]): Response {
  for (const cookie of cookies) answer.headers.append("set-cookie", toSetCookie(cookie));
  return answer;
}

/** The pages router: node's own requests and responses. */
async function pages(sites: Sites, request: NextApiRequest, response: NextApiResponse): Promise<Session | null> {
  const site = await sites(request as unknown as NextRequest);
  const visitor: Visitor = site.visitor(headersOf(request.headers));
  const { session, cookies } = await site.keep(visitor);
  const lines = cookies.map(toSetCookie);
  if (lines.length === 0) return session;
  const web = response as unknown as { headers?: Headers };
  if (web.headers instanceof Headers) for (const line of lines) web.headers.append("set-cookie", line);
  else if (!response.headersSent) response.setHeader("set-cookie", [response.getHeader("set-cookie") ?? [], lines].flat().map(String));
  return session;
}

function headersOf(all: Record<string, string | string[] | undefined> | Headers): Headers {
  if (all instanceof Headers) return all;
  const headers = new Headers();
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(name === "cookie" ? "; " : ", ") : value);
  }
  return headers;
}

/** Bundlers and the edge each have a class of their own. */
function isRequest(value: unknown): value is NextRequest {
  const { headers, url } = value as { headers?: unknown; url?: unknown };
  return value instanceof Request || (headers instanceof Headers && typeof url === "string");
}
