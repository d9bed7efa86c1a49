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

/** Names and values of a `Cookie` header; of two with one name the first counts. */
export function parseCookies(header: string | null | undefined): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of pairs(header)) if (!all.has(name)) all.set(name, decoded(value));
  return all;
}

/** The `Cookie` header that a browser would send next, for the rest of the same request. */
export function applied(header: string | null | undefined, cookies: readonly Cookie[]): string {
  const jar = new Map(pairs(header));
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) jar.delete(name);
    else jar.set(name, encodeURIComponent(value));
  }
  return Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
}

/** How much of a token one cookie holds, in characters; the rest of the 4096 is for name and attributes (RFC 6265, 6.1). */
const CHUNK = 4096 - 160;

/**
 * The cookies that replace a session's by a new token, over as many as it needs; what came and is not needed is deleted.
 *
 * @param sent what came, by name
 * @param token in ASCII; without one all that came is deleted
 */
export function sessionCookies(sent: ReadonlyMap<string, string>, name: string, token: string | undefined, options: CookieOptions): Cookie[] {
  const values = new Map<string, string | undefined>();
  for (const [key, value] of sent) if (value && (key === name || isChunk(key, name))) values.set(key, undefined);
  const count = Math.ceil((token?.length ?? 0) / CHUNK);
  if (count === 1) values.set(name, token);
  for (let i = 0; count > 1 && i < count; i++) values.set(`${name}.${i}`, token!.slice(i * CHUNK, (i + 1) * CHUNK));
  const { expires: _, ...others } = options;
  return Array.from(values, ([key, value]) =>
    value === undefined ? { name: key, value: "", options: { ...others, maxAge: 0 } } : { name: key, value, options },
  );
}

function isChunk(key: string, name: string): boolean {
  return key.startsWith(`${name}.`) && /^(0|[1-9][0-9]*)$/.test(key.slice(name.length + 1));
}

/** The value of a session cookie, in one piece or in chunks; nothing where a chunk is missing. */
export function sessionToken(cookies: ReadonlyMap<string, string>, name: string): string | undefined {
  if (!cookies.get(`${name}.0`)) return cookies.get(name) || undefined;
  const chunks = Array.from(cookies.keys(), (key) => (key.startsWith(`${name}.`) ? key.slice(name.length + 1) : ""))
    .filter((suffix) => /^(0|[1-9][0-9]{0,2})$/.test(suffix))
    .map(Number)
    .sort((a, b) => a - b);
  if (chunks.some((chunk, index) => chunk !== index)) return undefined;
  return chunks.map((chunk) => cookies.get(`${name}.${chunk}`)).join("");
}

function pairs(header: string | null | undefined): [string, string][] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as [string, string]] : [];
  });
}

function decoded(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
