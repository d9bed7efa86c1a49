import { keepPrivate, mayBeShared, mayProlong, requireOwnPage, Site, toSetCookie, type Cookie, type Kept, type Prolongs, type SiteConfig } from "@cardea/bridge";

/** `SolidAuthConfig` of `@auth/solid-start`, without the settings of the core. */
export interface SolidAuthConfig extends SiteConfig {
  /** Where the routes are. Default: `basePath`; without it the path of `AUTH_URL`, else `/api/auth`. */
  prefix?: string;
}

/** What we use of SolidStart's event, of both its versions. */
export interface SolidEvent {
  request: Request;
  response?: { headers: Headers };
  locals?: Record<string, any>;
  clientAddress?: string;
}

/** Where cookies are to be set: an event, its response, or headers. */
export type Keeper = Headers | { headers: Headers } | { response?: { headers: Headers } };

/** Everything as the environment has it. */
export const BY_ENVIRONMENT: SolidAuthConfig = {};

export function siteOf(config: SolidAuthConfig): Site {
  const { prefix, ...rest } = config;
  return new Site(prefix === undefined ? rest : { ...rest, basePath: prefix }, "/api/auth", undefined, config);
}

/** By request and configuration: whose headers have the cookies already. */
const appended = new WeakMap<Request, WeakMap<SolidAuthConfig, WeakSet<Headers>>>();

function headersWithCookies(request: Request, config: SolidAuthConfig): WeakSet<Headers> {
  let all = appended.get(request);
  if (!all) appended.set(request, (all = new WeakMap()));
  let headers = all.get(config);
  if (!headers) all.set(config, (headers = new WeakSet()));
  return headers;
}

/** One read for each request, however many ask. */
export function readOnce(config: SolidAuthConfig, request: Request): Promise<Kept> {
  return check(siteOf(config), request, false);
}

function check(site: Site, request: Request, prolongs: Prolongs): Promise<Kept> {
  return site.check({ ...site.visitor(request.headers, request.url), request }, prolongs);
}

/**
 * As {@link readOnce}, prolonged where the request allows it.
 *
 * @param inMiddleware where requests of scripts pass too
 */
export async function keepOnce(config: SolidAuthConfig, request: Request, keeper: Keeper, inMiddleware: boolean): Promise<Kept> {
  const prolongs = mayProlong(request, inMiddleware);
  if (prolongs === false) return readOnce(config, request);
  const kept = await check(siteOf(config), request, prolongs);
  const headers = headersOf(keeper);
  const all = headersWithCookies(request, config);
  if (!headers || all.has(headers)) return kept;
  all.add(headers);
  if (kept.cookies.length === 0 || kept.isOvertaken?.() || mayBeShared(200, headers)) return kept;
  setCookies(headers, kept.cookies);
  return kept;
}

function setCookies(headers: Headers, cookies: readonly Cookie[]): void {
  for (const cookie of cookies) headers.append("set-cookie", toSetCookie(cookie));
  keepPrivate(headers);
}

/**
 * Ends sessions of the signed-in user. @returns how many
 *
 * @throws AuthError if another site caused the request
 */
export async function endSessions(request: Request, which: string, config: SolidAuthConfig, keeper: Keeper | undefined): Promise<number> {
  const site = siteOf(config);
  const visitor = site.visitor(request.headers, request.url);
  if (request.method === "GET") throw new TypeError("end sessions in a server function or in a POST route; this request is a GET");
  requireOwnPage(request.headers, visitor.origin);
  const { ended, cookies } = await site.endSessions(visitor, which);
  const headers = keeper && headersOf(keeper);
  if (headers && cookies.length > 0) setCookies(headers, cookies);
  return ended;
}

function headersOf(keeper: Keeper): Headers | undefined {
  if ("append" in keeper) return keeper;
  return "headers" in keeper ? keeper.headers : keeper.response?.headers;
}
