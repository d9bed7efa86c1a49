import { same } from "./constant-time.js";
import { AuthError } from "./errors.js";

/** A browser's post, as far as it says who caused it. */
export interface OwnPost {
  headers: Headers;
  /** This site's origin as the browser sees it. */
  origin: string;
  /** The cookie that holds token and hash. */
  cookie: string | undefined;
  /** The token that the post repeats. */
  token: unknown;
}

/**
 * Whether a post repeats the token of its cookie, and no other site caused it: the check of the core. What this rejects the
 * core may still accept, if it has further secrets.
 */
export async function isOwnPost({ headers, origin, cookie, token }: OwnPost, secrets: readonly string[]): Promise<boolean> {
  const known = await tokenOf(cookie, secrets);
  return known !== undefined && typeof token === "string" && same(token, known) && !isForeign(headers, origin);
}

/** The token of a cookie that was made with one of the secrets; undefined for any other. */
export async function tokenOf(cookie: string | undefined, secrets: readonly string[]): Promise<string | undefined> {
  const [known, hash] = (cookie ?? "").split("|");
  if (!known || !hash) return undefined;
  for (const suffix of suffixes(secrets)) if (same(hash, await sha256(known + suffix))) return known;
  return undefined;
}

/** A new token, and the value of its cookie, as the core makes them. */
export async function newCsrfToken(secrets: readonly string[]): Promise<{ token: string; value: string }> {
  const token = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { token, value: `${token}|${await sha256(token + secrets.join(","))}` };
}

/**
 * What a hash may have been made with before a rotation, or by a process at another step of it. All of them joined come first,
 * then each, each tail, and the list with the first two swapped.
 */
function suffixes(secrets: readonly string[]): Set<string> {
  const [first, second, ...rest] = secrets;
  const swapped = second === undefined ? [] : [[second, first, ...rest].join(",")];
  return new Set([secrets.join(","), ...secrets, ...secrets.map((_, i) => secrets.slice(i).join(",")), ...swapped]);
}

/**
 * For what carries no token.
 *
 * @throws AuthError where a page of another origin caused the request; programs say nothing of pages
 */
export function requireOwnPage(headers: Headers, origin: string): void {
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return;
  const from = headers.get("origin");
  if (site !== "cross-site" && (from === origin || (from === null && site !== "same-site"))) return;
  const error = new AuthError("another site caused this call");
  error.type = error.name = "MissingCSRF";
  throw error;
}

/** Browsers say so in headers that no page can set (Fetch Metadata, section 2.3); other clients say nothing. */
function isForeign(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site.split(",").some((each) => each.trim() === "cross-site");
  const sender = headers.get("origin");
  return sender !== null && !(URL.canParse(sender) && new URL(sender).host === new URL(origin).host);
}

async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
