import type { Core, Visitor } from "./bridge.js";
import { parseCookies, type Cookie, type CookieOptions } from "./cookies.js";
import { isOwnPost, newCsrfToken, tokenOf } from "./csrf.js";

/** The answer to `GET csrf` of the core: the token of the browser's cookie, or a new one with its cookie. */
export async function csrfAnswer(visitor: Visitor, core: Core, secrets: readonly string[]): Promise<{ csrfToken: string; cookies: Cookie[] }> {
  const name = core.cookies["csrfToken"]!;
  const known = await tokenOf(parseCookies(visitor.cookie).get(name), secrets);
  if (known !== undefined) return { csrfToken: known, cookies: [] };
  const { token, value } = await newCsrfToken(secrets);
  const options: CookieOptions = { path: "/", httpOnly: true, sameSite: "lax", secure: core.secureCookies };
  return { csrfToken: token, cookies: [{ name, value, options }] };
}

/** Whether a browser's post to sign out is this site's own, as the core would find. */
export function isOwnSignOut(headers: Headers, visitor: Visitor, core: Core, secrets: readonly string[], token: unknown): Promise<boolean> {
  const cookie = parseCookies(visitor.cookie).get(core.cookies["csrfToken"] ?? "");
  return isOwnPost({ headers, origin: visitor.origin, cookie, token }, secrets);
}
