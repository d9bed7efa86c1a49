import { applied, keepPrivate, mayBeShared, mayProlong, parseCookies, READING_HEADER, Site, toSetCookie, UNKNOWN_HEADER, type Awaitable, type Cookie, type Kept, type Session, type Visitor } from "@cardea/bridge";
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextFetchEvent, NextRequest, NextResponse } from "next/server";
import type { NextAuthConfig } from "./config.js";
import { wholePath } from "./base-path.js";
import { callOf, type Call } from "./call.js";
import { pages } from "./api-route.js";

/** A request of whom we know who sent it. */
export type NextAuthRequest = NextRequest & { auth: Session | null };

/** What runs for a request of which we know who sent it: a middleware, a route handler. */
export type AuthHandler<Context> = (request: NextAuthRequest, context: Context) => Awaitable<Response | null | undefined | void>;

export interface Auth {
  /** In components, actions and route handlers: who is signed in. No cookie is set; what the `jwt` callback changed is kept. */
  (): Promise<Session | null>;
  /** As middleware: `authorized` decides, the session is prolonged. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** In `getServerSideProps`; the session is prolonged. First of those with one argument, as what is `any` is taken for it. */
  (context: GetServerSidePropsContext): Promise<Session | null>;
  /** Around a middleware or route handler: `request.auth` is the session, which is prolonged. */
  <Context = any>(handler: AuthHandler<Context>): (request: NextRequest, context: Context) => Promise<Response>;
  /** In API routes of the pages router; the session is prolonged. */
  (request: NextApiRequest, response: NextApiResponse): Promise<Session | null>;
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
  const { basePath } = site.settings;
  const { pathname: sent, search } = new URL(url);
  const pathname = wholePath(sent, basePath);
  // Who cannot reach these cannot sign in; and they keep the session themselves.
  const inner = request.nextUrl?.pathname ?? pathname;
  const own = [pathname, inner].some((path) => path.startsWith(`${basePath}/`));
  if (own && !handler) return NextResponse.next();
  const inMiddleware = !handler || isEvent(context);
  const kept = await site.check(visitor, !own && mayProlong(request, inMiddleware));
  const origins = [visitor.origin, new URL(url).origin];
  const visit: Visit = { request, kept, next: NextResponse, site, visitor, origins, inMiddleware, signIn: () => site.page("signIn", visitor) };
  return asPublic(request, visitor.origin, async () => {
    const { authorized } = (site.config as NextAuthConfig).callbacks ?? {};
    const verdict = authorized ? await authorized({ request, auth: kept.session }) : true;
    if (verdict instanceof Response) return finished(verdict, visit);
    const guarded = (site.config as NextAuthConfig).guardHandlers ?? false;
    if (!verdict && !own && (!handler || guarded)) {
      const page = new URL(await visit.signIn());
      if (!isPage(page, pathname, inner)) {
        page.searchParams.set("callbackUrl", visitor.origin + pathname + search);
        return finished(NextResponse.redirect(page), visit);
      }
    }
    if (!handler) return finished(undefined, visit);
    const known = Object.assign(request, { auth: kept.session });
    const before = await sessionInJar(kept.cookies);
    const answer = (await handler(known, context)) ?? undefined;
    // What the handler did with the session, such as signing out, is later than its renewal.
    const changed = before !== (await sessionInJar(kept.cookies));
    return finished(answer, changed ? { ...visit, kept: { ...kept, cookies: [] } } : visit);
  });
}

interface Visit {
  request: NextRequest;
  kept: Kept;
  next: typeof NextResponse;
  site: Site;
  visitor: Visitor;
  /** This site's own: as browsers see it, and as Next does. */
  origins: string[];
  inMiddleware: boolean;
  signIn: () => Promise<string>;
}

/** Whether the second argument is that of a middleware, and not that of a route handler. */
function isEvent(context: unknown): boolean {
  return typeof (context as { waitUntil?: unknown } | null | undefined)?.waitUntil === "function";
}

/** Whether a request is for a page, however Next writes its path: with a slash at the end, a base path, a locale. */
function isPage(page: URL, ...paths: string[]): boolean {
  const plain = (path: string) => path.replace(/\/$/, "");
  return paths.some((path) => plain(path) === plain(page.pathname));
}

/**
 * Runs something that sees the request with the origin that the browser sees, as `next-auth` has it; Next's own is that
 * of the process behind the proxy. Only meanwhile: Next compares the request's origin with that of the answer.
 */
async function asPublic(request: NextRequest, origin: string, run: () => Promise<Response>): Promise<Response> {
  const internal = new URL(request.url).origin;
  if (internal === origin) return run();
  const { nextUrl = new URL(request.url), url } = request;
  const moved = (to: URL) => Object.assign(nextUrl, { protocol: to.protocol, hostname: to.hostname, port: to.port });
  const before = Object.getOwnPropertyDescriptor(request, "url");
  // In place: a route handler's request is a proxy of Next's, which keeps this one object whatever is defined.
  moved(new URL(origin));
  Object.defineProperty(request, "url", { value: origin + url.slice(internal.length), configurable: true });
  try {
    return inside(await run(), origin, internal);
  } finally {
    moved(new URL(internal));
    Reflect.deleteProperty(request, "url");
    if (before) Object.defineProperty(request, "url", before);
  }
}

/** A rewrite to a page of this site stays inside, and does not go out through the proxy. */
function inside(answer: Response, origin: string, internal: string): Response {
  const to = answer.headers.get("x-middleware-rewrite");
  if (to === null || (to !== origin && !to.startsWith(`${origin}/`))) return answer;
  const copy = new Response(answer.body, answer);
  copy.headers.set("x-middleware-rewrite", internal + to.slice(origin.length));
  return copy;
}

/** What the jar of Next's holds of the session; nothing where there is no jar, or where nothing would be prolonged. */
async function sessionInJar(cookies: readonly Cookie[]): Promise<string> {
  if (cookies.length === 0) return "";
  const names = new Set(cookies.map(({ name }) => withoutChunk(name)));
  try {
    const jar = await (await import("next/headers")).cookies();
    return JSON.stringify(jar.getAll().flatMap(({ name, value }) => (names.has(withoutChunk(name)) ? [[name, value]] : [])));
  } catch {
    return "";
  }
}

function withoutChunk(name: string): string {
  return name.replace(/\.\d{1,3}$/, "");
}

/** The answer with the session's cookies, for the browser and for the rest of this request. */
async function finished(answer: Response | undefined, visit: Visit): Promise<Response> {
  const { kept, next, request } = visit;
  if (kept.unknown !== undefined) return withoutAnswer(answer, visit, kept.unknown);
  const isShared = answer !== undefined && mayBeShared(answer.status, answer.headers);
  const known = await reading(answer, visit);
  const cookies = isShared || kept.isOvertaken?.() ? [] : kept.cookies;
  if (!answer) {
    const cookie = cookies.length ? { cookie: applied(request.headers.get("cookie"), cookies) } : {};
    const changed = { ...cookie, ...known };
    return withCookies(Object.keys(changed).length ? goingOn(request, changed, next) : next.next(), cookies);
  }
  const isSet = isSessionSet(answer, visit);
  if (cookies.length === 0 && !isSet && Object.keys(known).length === 0) return answer;
  const copy = new Response(answer.body, answer);
  if (isSet) keepPrivate(copy.headers);
  if (goesOn(copy)) {
    if (!isSet && cookies.length) override(copy.headers, visit, cookies);
    handOn(copy.headers, request, known);
  }
  return isSet ? copy : withCookies(copy, cookies);
}

/** What the middleware read, for the rest of a request that stays on this site. */
async function reading(answer: Response | undefined, { kept, site, origins, inMiddleware, request }: Visit): Promise<Record<string, string>> {
  if (!inMiddleware || (answer && !goesOn(answer))) return {};
  const to = answer?.headers.get("x-middleware-rewrite");
  if (to && !origins.includes(new URL(to, request.url).origin)) return {};
  const value = await site.readingHeader(kept);
  return value === undefined ? {} : { [READING_HEADER]: value };
}

/** The core gave no answer: what would take the visitor for signed out becomes 503, the rest of the request knows it. */
async function withoutAnswer(answer: Response | undefined, { request, next, site, signIn }: Visit, reference: string): Promise<Response> {
  const { headers } = request;
  if (answer?.status === 401) return site.unavailable(headers, reference);
  const to = answer?.headers.get("location");
  if (to && URL.canParse(to, request.url) && isPage(new URL(await signIn()), new URL(to, request.url).pathname)) {
    return site.unavailable(headers, reference);
  }
  const unknown = { [UNKNOWN_HEADER]: await site.unknownHeader() };
  if (!answer) return goingOn(request, unknown, next);
  if (!goesOn(answer)) return answer;
  const copy = new Response(answer.body, answer);
  handOn(copy.headers, request, unknown);
  return copy;
}

function goesOn({ headers }: Response): boolean {
  return headers.has("x-middleware-next") || headers.has("x-middleware-rewrite");
}

/** Whether the application sets or deletes the session's cookie itself. */
function isSessionSet({ headers }: Response, { site, visitor }: Visit): boolean {
  return headers.getSetCookie().some((line) => site.isSessionCookie(line.slice(0, line.indexOf("=")).trim(), visitor));
}

/** What a middleware answers to let a request go on, with other headers for the rest of it. */
function goingOn(request: NextRequest, changed: Record<string, string>, next: typeof NextResponse): Response {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changed)) headers.set(name, value);
  return next.next({ request: { headers } });
}

/** The fresh cookies on top of those that the application hands on; a session that it changed stays as it made it. */
function override(headers: Headers, { request }: Visit, cookies: Cookie[]): void {
  const given = request.headers.get("cookie");
  const handed = overrides(headers)?.includes("cookie") ? headers.get("x-middleware-request-cookie") : given;
  const names = new Set(cookies.map(({ name }) => withoutChunk(name)));
  const session = (header: string | null) =>
    JSON.stringify(Array.from(parseCookies(header)).filter(([name]) => names.has(withoutChunk(name))).sort());
  if (session(handed) === session(given)) handOn(headers, request, { cookie: applied(handed, cookies) });
}

const OVERRIDES = "x-middleware-override-headers";

/** Names of the headers that the application hands on; nothing where it hands on those of the request. */
function overrides(headers: Headers): string[] | undefined {
  return headers.get(OVERRIDES)?.split(",").map((name) => name.trim());
}

/** Changes headers for the rest of the request and keeps all others as they would be. */
function handOn(headers: Headers, request: NextRequest, changed: Record<string, string>): void {
  if (Object.keys(changed).length === 0) return;
  let names = overrides(headers);
  if (!names) {
    names = Array.from(request.headers.keys());
    for (const name of names) headers.set(`x-middleware-request-${name}`, request.headers.get(name)!);
  }
  for (const [name, value] of Object.entries(changed)) headers.set(`x-middleware-request-${name}`, value);
  headers.set(OVERRIDES, Array.from(new Set([...names, ...Object.keys(changed)])).join(","));
}

function withCookies(answer: Response, cookies: Cookie[]): Response {
  for (const cookie of cookies) answer.headers.append("set-cookie", toSetCookie(cookie));
  if (cookies.length) keepPrivate(answer.headers);
  return answer;
}

/** Bundlers and the edge each have a class of their own. */
function isRequest(value: unknown): value is NextRequest {
  const { headers, url } = value as { headers?: unknown; url?: unknown };
  return value instanceof Request || (headers instanceof Headers && typeof url === "string");
}
