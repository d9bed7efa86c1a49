export interface CookieOptions {
  maxAge?: number;
  domain?: string;
  path?: string;
  /** ISO text. */
  expires?: string;
  httpOnly?: boolean;
  secure?: boolean;
  partitioned?: boolean;
  priority?: "low" | "medium" | "high";
  sameSite?: "strict" | "lax" | "none";
}

/** A cookie to set; its value is plain. */
export interface Cookie {
  name: string;
  value: string;
  options: CookieOptions;
}

/** The value of a `Set-Cookie` header. */
export function toSetCookie({ name, value, options }: Cookie): string {
  const parts = [`${name}=${encodeURIComponent(value)}`];
  if (options.maxAge !== undefined) parts.push(`Max-Age=${options.maxAge}`);
  if (options.domain) parts.push(`Domain=${options.domain}`);
  if (options.path) parts.push(`Path=${options.path}`);
  if (options.expires) parts.push(`Expires=${new Date(options.expires).toUTCString()}`);
  if (options.httpOnly) parts.push("HttpOnly");
  if (options.secure) parts.push("Secure");
  if (options.partitioned) parts.push("Partitioned");
  if (options.priority) parts.push(`Priority=${capital(options.priority)}`);
  if (options.sameSite) parts.push(`SameSite=${capital(options.sameSite)}`);
  return parts.join("; ");
}

/** The `Cookie` header that a browser would send next, for the rest of the same request. */
export function applied(header: string | null | undefined, cookies: readonly Cookie[]): string {
  const jar = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0) jar.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) jar.delete(name);
    else jar.set(name, encodeURIComponent(value));
  }
  return Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
