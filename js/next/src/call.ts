import { requireOwnPage, type Cookie, type Site, type Visitor } from "@cardea/bridge";

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
  const call = await callOf(sites);
  // Next has compared the origins of an action, with those that the application allows; no form of another site has its header.
  const isCompared = headers.has("next-action") && headers.get("sec-fetch-site") !== "cross-site";
  if (!isCompared) requireOwnPage(new Headers(headers), call.visitor.origin);
  return { ...call, referer: headers.get("referer") };
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
