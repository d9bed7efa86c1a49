import { isPrefetch, Site, type SessionList } from "@cardea/bridge";
import type { NextRequest } from "next/server";
import { sessionsOf, signInOf, signOutOf, updateOf, type SignInAction, type SignOutAction, type UpdateAction } from "./actions.js";
import { authOf, type Auth } from "./auth.js";
import { withBasePath } from "./base-path.js";
import type { ConfigSource } from "./config.js";

export type Handler = (request: NextRequest) => Promise<Response>;

/** What `NextAuth` returns: `NextAuthResult` of `next-auth`. */
export interface NextAuthResult {
  /** For `app/api/auth/[...nextauth]/route.ts`. */
  handlers: { GET: Handler; POST: Handler };
  /** Who is signed in. */
  auth: Auth;
  /** For actions. Throws an `AuthError` where the sign-in is refused, and Next's redirect where it is not. */
  signIn: SignInAction;
  /** For actions. Throws an `AuthError` if the session could not be ended, and Next's redirect otherwise. */
  signOut: SignOutAction;
  /** For actions. Passes the data to the `jwt` callback, and returns the changed session. */
  unstable_update: UpdateAction;
  /** The signed-in user's sessions in all browsers. List them anywhere, and end them in actions and route handlers. */
  sessions: SessionList;
}

/** Sign-in for a Next application by a core of Cardea's. Nothing is asked or checked before the first request. */
export default function NextAuth(config: ConfigSource = {}): NextAuthResult {
  const sites = async (request?: NextRequest): Promise<Site> =>
    new Site(typeof config === "function" ? await config(request) : config, "/api/auth", undefined, config);
  const handle: Handler = async (request) => {
    const site = await sites(request);
    const { basePath } = site.settings;
    const whole = withBasePath(request, basePath);
    if (!isLogoutAhead(whole, basePath)) return site.handle(whole);
    // Not kept: the browser's own navigation has the same address.
    return new Response(null, { status: 204, headers: { "cache-control": "private, no-store" } });
  };
  return {
    handlers: { GET: handle, POST: handle },
    auth: authOf(sites),
    signIn: signInOf(sites),
    signOut: signOutOf(sites),
    unstable_update: updateOf(sites),
    sessions: sessionsOf(sites),
  };
}

/**
 * Whether Next asks for a logout that continues at the provider, as it does for the target of an action's redirect. The
 * browser itself has to go there, as it does if the answer isn't a page of Next's.
 */
function isLogoutAhead({ method, url, headers }: Request, basePath: string): boolean {
  if (method === "POST" || new URL(url).pathname.replace(/\/$/, "") !== `${basePath}/logout`) return false;
  return headers.has("rsc") || isPrefetch(headers);
}

export { AuthError, BridgeError, CredentialsSignin, customFetch } from "@cardea/bridge";
export type { AuthorizationParams, SignInAction, SignInOptions, SignOutAction, SignOutOptions, UpdateAction } from "./actions.js";
export type { Auth, AuthHandler, NextAuthRequest } from "./auth.js";
export type { ConfigSource, NextAuthCallbacks, NextAuthConfig } from "./config.js";
export type * from "@cardea/bridge/types";
