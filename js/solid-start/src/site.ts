import { Site, toSetCookie, type Cookie, type Session, type SiteConfig } from "@cardea/bridge";

export interface SolidAuthConfig extends SiteConfig {
  /** Where the routes are. Default: `/api/auth`. */
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

export function siteOf(config: SolidAuthConfig): Site {
  const { prefix, ...rest } = config;
  return new Site(prefix === undefined ? rest : { ...rest, basePath: prefix }, "/api/auth");
}

/** One question for each request, however many ask. */
const asked = new WeakMap<Request, Promise<Session | null>>();

export function readOnce(site: Site, request: Request): Promise<Session | null> {
  let session = asked.get(request);
  if (!session) asked.set(request, (session = site.read(site.visitor(request.headers, request.url))));
  return session;
}

/** As {@link readOnce}, prolonged. */
export function keepOnce(site: Site, request: Request, keeper: Keeper): Promise<Session | null> {
  const session = site.keep(site.visitor(request.headers, request.url)).then(({ session, cookies }) => {
    keep(keeper, cookies);
    return session;
  });
  asked.set(request, session);
  return session;
}

function keep(keeper: Keeper, cookies: readonly Cookie[]): void {
  const headers = headersOf(keeper);
  for (const cookie of cookies) headers?.append("set-cookie", toSetCookie(cookie));
}

function headersOf(keeper: Keeper): Headers | undefined {
  if ("append" in keeper) return keeper;
  return "headers" in keeper ? keeper.headers : keeper.response?.headers;
}
