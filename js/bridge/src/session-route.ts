import type { Visitor } from "./bridge.js";
import { parseCookies, toSetCookie } from "./cookies.js";
import { isOwnPost } from "./csrf.js";
import { AuthError } from "./errors.js";
import type { Kept, Sessions } from "./sessions.js";

/** The headers of every answer of the routes. */
export const HEADERS = {
  "content-type": "application/json",
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
  "x-content-type-options": "nosniff",
};

/**
 * Answers `GET` and `POST` of the route `session` where this site reads its tokens itself.
 *
 * @param body of a post
 * @returns undefined where the core has to answer
 */
export async function sessionRoute(sessions: Sessions, request: Request, visitor: Visitor, body: Uint8Array | undefined): Promise<Response | undefined> {
  const { method } = request;
  if (!sessions.isLocal || !["GET", "POST"].includes(method)) return undefined;
  try {
    const kept = method === "POST" ? await update(sessions, request, visitor, body) : await sessions.showHere(visitor);
    return kept && answer(kept);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    // A callback failed: the cookie stays as it is.
    sessions.outages.log(error);
    return answer({ session: null, cookies: [] });
  }
}

/** A post that does not prove that it comes from this site is left to the core to reject. */
async function update(sessions: Sessions, request: Request, visitor: Visitor, body: Uint8Array | undefined): Promise<Kept | undefined> {
  const core = await sessions.core(visitor);
  const fields = body && fieldsOf(body, request.headers.get("content-type") ?? "");
  if (!core || core.csrfChecked !== true || !fields) return undefined;
  const cookie = parseCookies(visitor.cookie).get(core.cookies["csrfToken"] ?? "");
  const post = { headers: request.headers, origin: visitor.origin, cookie, token: fields["csrfToken"] };
  return (await isOwnPost(post, sessions.settings.secrets)) ? sessions.updateHere(visitor, fields["data"]) : undefined;
}

export function fieldsOf(body: Uint8Array, type: string): Record<string, unknown> | undefined {
  const text = new TextDecoder().decode(body);
  if (/application\/x-www-form-urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  if (!/application\/json/i.test(type)) return undefined;
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function answer({ session, cookies, isOvertaken }: Kept): Response {
  const headers = new Headers(HEADERS);
  if (!isOvertaken?.()) for (const cookie of cookies) headers.append("set-cookie", toSetCookie(cookie));
  return new Response(JSON.stringify(session), { headers });
}
