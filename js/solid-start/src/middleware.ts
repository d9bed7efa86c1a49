import type { Session } from "@cardea/bridge";
import { keepOnce, siteOf, type SolidAuthConfig, type SolidEvent } from "./site.js";

export interface Protection {
  /** What only those may have who are signed in: paths with all below them, patterns, or a function that judges. */
  protect?: readonly (string | RegExp)[] | ((session: Session | null, request: Request) => boolean);
  /** Where others are sent. Default: `/`. */
  redirectTo?: string;
}

/**
 * A middleware for `createMiddleware({ onRequest })`: keeps sessions alive, puts them into `event.locals.session`, and
 * sends away who is not signed in.
 */
export function authMiddleware(config: SolidAuthConfig = {}, { protect = [], redirectTo = "/" }: Protection = {}) {
  return async (event: SolidEvent): Promise<Response | undefined> => {
    const site = siteOf(config);
    const { pathname } = new URL(event.request.url);
    // Who cannot reach these cannot sign in; and they keep the session themselves.
    if (site.bridge.handles(event.request)) return undefined;
    const headers = event.response?.headers ?? new Headers();
    const session = await keepOnce(site, event.request, headers);
    if (event.locals) event.locals["session"] = session;
    const allowed = typeof protect === "function" ? protect(session, event.request) : session?.user || !covers(protect, pathname);
    if (allowed || pathname === new URL(redirectTo, event.request.url).pathname) return undefined;
    const answer = new Headers({ location: redirectTo });
    for (const line of headers.getSetCookie?.() ?? []) answer.append("set-cookie", line);
    return new Response(null, { status: 302, headers: answer });
  };
}

function covers(paths: readonly (string | RegExp)[], pathname: string): boolean {
  const asked = plain(pathname);
  return paths.some((path) => {
    if (typeof path !== "string") return path.test(asked);
    const base = path.replace(/\/+$/, "");
    return asked === base || asked.startsWith(`${base}/`);
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
