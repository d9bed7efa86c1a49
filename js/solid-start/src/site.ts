import { Site, toSetCookie, type Kept, type Session, type SiteConfig } from "@cardea/bridge";

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

/** Everything as the environment has it. */
export const BY_ENVIRONMENT: SolidAuthConfig = {};

export function siteOf(config: SolidAuthConfig): Site {
  const { prefix, ...rest } = config;
  return new Site(prefix === undefined ? rest : { ...rest, basePath: prefix }, "/api/auth");
}

/** What is known of a request by a configuration: each has its own visitors. */
interface Known {
  read?: Promise<Session | null>;
  kept?: Promise<Kept>;
  /** Who has the cookies already. */
  told: WeakSet<Headers>;
}

const asked = new WeakMap<Request, WeakMap<SolidAuthConfig, Known>>();

function knownOf(request: Request, config: SolidAuthConfig): Known {
  let all = asked.get(request);
  if (!all) asked.set(request, (all = new WeakMap()));
  let known = all.get(config);
  if (!known) all.set(config, (known = { told: new WeakSet() }));
  return known;
}

/** One question for each request, however many ask. */
export async function readOnce(config: SolidAuthConfig, request: Request): Promise<Session | null> {
  const known = knownOf(request, config);
  if (known.kept) return (await known.kept).session;
  const site = siteOf(config);
  return (known.read ??= site.read(site.visitor(request.headers, request.url)));
}

/** As {@link readOnce}, prolonged. */
export async function keepOnce(config: SolidAuthConfig, request: Request, keeper: Keeper): Promise<Session | null> {
  const known = knownOf(request, config);
  const site = siteOf(config);
  known.kept ??= site.keep(site.visitor(request.headers, request.url));
  const { session, cookies } = await known.kept;
  const headers = headersOf(keeper);
  if (!headers || known.told.has(headers)) return session;
  known.told.add(headers);
  for (const cookie of cookies) headers.append("set-cookie", toSetCookie(cookie));
  return session;
}

function headersOf(keeper: Keeper): Headers | undefined {
  if ("append" in keeper) return keeper;
  return "headers" in keeper ? keeper.headers : keeper.response?.headers;
}
