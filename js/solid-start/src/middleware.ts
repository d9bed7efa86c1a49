import type { Session } from "@cardea/bridge";
import { BY_ENVIRONMENT, keepOnce, siteOf, type SolidAuthConfig, type SolidEvent } from "./site.js";

/** What the middleware protects. `@auth/solid-start` has no counterpart. */
export interface Protection {
  /**
   * What requires a signed-in user: paths with all below them, patterns, or a function that returns whether a visitor may
   * see the page. Default: nothing.
   */
  protect?: readonly (string | RegExp)[] | ((session: Session | null, request: Request) => boolean);
  /** Where visitors are sent who may not see the page. Default: `/`. */
  redirectTo?: string;
}

/**
 * Returns a middleware for `createMiddleware({ onRequest })`. It keeps sessions alive, puts them into
 * `event.locals.session`, and redirects visitors who may not see a page.
 */
export function authMiddleware(config: SolidAuthConfig = BY_ENVIRONMENT, { protect = [], redirectTo = "/" }: Protection = {}) {
  return async (event: SolidEvent): Promise<Response | undefined> => {
    const { pathname } = new URL(event.request.url);
    // Who cannot reach these cannot sign in; and they keep the session themselves.
    if (siteOf(config).bridge.handles(event.request)) return undefined;
    const answer = new Headers({ location: redirectTo });
    // What the event has is added to every answer, ours too.
    const { session, unknown } = await keepOnce(config, event.request, event.response?.headers ?? answer, true);
    if (event.locals) event.locals["session"] = session;
    const allowed = typeof protect === "function" ? protect(session, event.request) : session?.user || !covers(protect, pathname);
    if (allowed || pathname === new URL(redirectTo, event.request.url).pathname) return undefined;
    // The core gave no answer: a visitor who may well be signed in is not sent away.
    if (unknown !== undefined) return siteOf(config).unavailable(event.request.headers, unknown);
    return new Response(null, { status: 302, headers: answer });
  };
}

/** Routers take capital letters and small ones for the same. */
function covers(paths: readonly (string | RegExp)[], pathname: string): boolean {
  const asked = plain(pathname);
  return paths.some((path) => {
    // Made anew each time: a pattern with the flag `g` goes on from where it was.
    if (typeof path !== "string") return new RegExp(path, path.flags.replace("i", "") + "i").test(asked);
    const base = path.replace(/\/+$/, "").toLowerCase();
    return `${asked.toLowerCase()}/`.startsWith(`${base}/`);
  });
}

/** As a router reads it: decoded, without doubled slashes. */
function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname).replace(/\/{2,}/g, "/");
  } catch {
    return pathname;
  }
}
