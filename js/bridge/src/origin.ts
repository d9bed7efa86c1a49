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
  const host = (rule.trustHost && first(headers.get("x-forwarded-host"))) || headers.get("host") || given?.host;
  const proto = (rule.trustHost && first(headers.get("x-forwarded-proto"))) || given?.protocol.slice(0, -1);
  const origin = originOf(proto || (rule.trustHost ? "https" : "http"), host ?? "");
  if (!rule.trustHost && !LOOPBACK.test(new URL(origin).hostname)) throw untrusted(`the host ${host} is not trusted`);
  return origin;
}

function originOf(proto: string, host: string): string {
  const url = URL.canParse(`${proto}://${host}`) ? new URL(`${proto}://${host}`) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && url.pathname === "/" && !url.search;
  if (!host || !plain || url.hash || /[\s\\]/.test(host)) throw untrusted(`${proto}://${host} is no origin`);
  return url.origin;
}

/** Each proxy adds its own; the first is what the browser asked for. */
function first(list: string | null): string | undefined {
  return list?.split(",")[0]?.trim() || undefined;
}

function untrusted(why: string): AuthError {
  const error = new AuthError(`${why}; set AUTH_URL, or trustHost where a proxy sets the host`);
  error.type = error.name = "UntrustedHost";
  return error;
}
