import { mayProlong, Site, toSetCookie, type Kept, type SiteConfig } from "@cardea/bridge";

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
  read?: Promise<Kept>;
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
export async function readOnce(config: SolidAuthConfig, request: Request): Promise<Kept> {
  const known = knownOf(request, config);
  if (known.kept) return known.kept;
  const site = siteOf(config);
  return (known.read ??= site.check(site.visitor(request.headers, request.url), false));
}

/**
 * As {@link readOnce}, prolonged where the request allows it.
 *
 * @param inMiddleware where requests of scripts pass too, which prolong nothing
 */
export async function keepOnce(config: SolidAuthConfig, request: Request, keeper: Keeper, inMiddleware: boolean): Promise<Kept> {
  if (!mayProlong(request, inMiddleware)) return readOnce(config, request);
  const known = knownOf(request, config);
  const site = siteOf(config);
  known.kept ??= site.keep(site.visitor(request.headers, request.url));
  const kept = await known.kept;
  const headers = headersOf(keeper);
  if (!headers || known.told.has(headers)) return kept;
  known.told.add(headers);
  for (const cookie of kept.cookies) headers.append("set-cookie", toSetCookie(cookie));
  return kept;
}

function headersOf(keeper: Keeper): Headers | undefined {
  if ("append" in keeper) return keeper;
  return "headers" in keeper ? keeper.headers : keeper.response?.headers;
}
