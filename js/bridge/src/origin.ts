import { AuthError } from "./errors.js";

/** Where this site is for its visitors, and whether headers may say so. */
export interface OriginRule {
  /** Fixes it. */
  url: string | undefined;
  trustHost: boolean;
}

const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * This site's origin as the browser sees it.
 *
 * @param fallback scheme and host where headers have none: the URL that the framework gives
 */
export function publicOrigin(headers: Headers, rule: OriginRule, fallback?: string): string {
  if (rule.url) return new URL(rule.url).origin;
  const given = fallback ? new URL(fallback) : undefined;
  const host = (rule.trustHost && agreed(headers, "x-forwarded-host")) || headers.get("host") || given?.host;
  const proto = (rule.trustHost && agreed(headers, "x-forwarded-proto")) || given?.protocol.slice(0, -1);
  const origin = originOf(proto || (rule.trustHost ? "https" : "http"), host ?? "");
  if (!rule.trustHost && !LOOPBACK.test(new URL(origin).hostname)) throw untrusted(`the host ${host} is not trusted`);
  return origin;
}

function originOf(proto: string, host: string): string {
  const url = URL.canParse(`${proto}://${host}`) ? new URL(`${proto}://${host}`) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && url.pathname === "/" && !url.search;
  if (!host || !plain || url.hash || /[\s\\]/.test(host)) throw untrusted(`${proto}://${host} is not an origin`);
  return url.origin;
}

/**
 * The value that all proxies agree on. A proxy that appends leaves what the client wrote before its own value, so where
 * values differ none of them counts.
 */
function agreed(headers: Headers, name: string): string | undefined {
  const values = elements(headers.get(name)).map((value) => value.toLowerCase());
  if (values.every((value) => value === values[0])) return values[0];
  const error = new AuthError(`${name} has several values that differ, so a client may have written one; set AUTH_URL`);
  error.type = error.name = "UnknownAction";
  throw error;
}

/** Empty elements of a list do not count (RFC 9110 section 5.6.1). */
export function elements(list: string | null): string[] {
  return (list ?? "").split(",").map((value) => value.trim()).filter(Boolean);
}

/** Whether an address is of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

function untrusted(why: string): AuthError {
  const error = new AuthError(`${why}; set AUTH_URL, or trustHost where a proxy sets the host`);
  error.type = error.name = "UntrustedHost";
  return error;
}
