import { AuthError, type Cookie, type Site, type Visitor } from "@cardea/bridge";

/** The site a call belongs to, and who makes it. */
export interface Call {
  site: Site;
  visitor: Visitor;
}

/** Who is behind a component or an action. Cookies that an action has set already count. */
export async function callOf(sites: () => Promise<Site>): Promise<Call> {
  const next = await import("next/headers");
  // First of all: while an application is built, this tells Next that the page depends on its visitor.
  const headers = await next.headers();
  const jar = await next.cookies();
  const site = await sites();
  const all = jar.getAll().map(({ name, value }) => `${name}=${written(value)}`);
  // Next has one object of headers for each request, however often it is asked for it.
  return { site, visitor: { ...site.visitor(new Headers(headers)), cookie: all.join("; ") || null, request: headers } };
}

/**
 * The same for what changes something. Next itself compares the origins of an action; of a route handler it does not.
 *
 * @throws AuthError where another site caused the call
 */
export async function actOf(sites: () => Promise<Site>): Promise<Call & { referer: string | null }> {
  const headers = await (await import("next/headers")).headers();
  if (headers.get("sec-fetch-site") === "cross-site") throw foreign();
  const call = await callOf(sites);
  if (!isOwnPage(new Headers(headers), call.visitor.origin)) throw foreign();
  return { ...call, referer: headers.get("referer") };
}

/** Next has compared the origins of an action, with those that the application allows; no form of another site has its header. */
function isOwnPage(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none" || headers.has("next-action")) return true;
  if (site === "same-site") return headers.get("origin") === origin;
  const from = headers.get("origin");
  return from === null || from === origin;
}

function foreign(): AuthError {
  const error = new AuthError("another site caused this call");
  error.type = error.name = "MissingCSRF";
  return error;
}

/** Next encodes values itself; ours are plain. */
export async function keepCookies(cookies: readonly Cookie[]): Promise<void> {
  const jar = await (await import("next/headers")).cookies();
  for (const { name, value, options } of cookies) {
    const { expires, ...rest } = options;
    jar.set(name, value, expires ? { ...rest, expires: new Date(expires) } : rest);
  }
}

/** Encodes a value of the jar, which is decoded, for a header. */
function written(value: string): string {
  return /^[\w!#$&'()*+\-./:<=>?@[\]^`{|}~]*$/.test(value) ? value : encodeURIComponent(value);
}
