import type { Awaitable, Callbacks, Session, SiteConfig } from "@cardea/bridge";
import type { NextRequest } from "next/server";

/** `callbacks` of `next-auth`. */
export interface NextAuthCallbacks extends Callbacks {
  /**
   * Whether a visitor may see what the middleware guards: `authorized` of `next-auth`. A falsy verdict leads to the
   * sign-in page, and a response is the answer. Wrapped functions are asked about too; their own answer counts then,
   * unless `guardHandlers` is set. Absent: every visitor may.
   */
  authorized?: (params: { request: NextRequest; auth: Session | null }) => Awaitable<boolean | Response | undefined>;
}

/** `NextAuthConfig` of `next-auth`, without the settings of the core. */
export interface NextAuthConfig extends SiteConfig {
  callbacks?: NextAuthCallbacks;
  /** Whether a falsy verdict of `authorized` keeps wrapped functions from running too. Default: false. Not in `next-auth`. */
  guardHandlers?: boolean;
}

/** A configuration, or a function that makes it for a request. In components and actions the request is undefined. */
export type ConfigSource = NextAuthConfig | ((request: NextRequest | undefined) => Awaitable<NextAuthConfig>);
