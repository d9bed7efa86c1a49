import type { Awaitable, Callbacks, Session, SiteConfig } from "@cardea/bridge";
import type { NextRequest } from "next/server";

export interface NextAuthCallbacks extends Callbacks {
  /**
   * Whether who asks may have what the middleware guards. A falsy verdict leads to the sign-in page, a response is the
   * answer. Asked for wrapped functions too; what they answer counts then, unless `guardHandlers` is set.
   */
  authorized?: (params: { request: NextRequest; auth: Session | null }) => Awaitable<boolean | Response | undefined>;
}

export interface NextAuthConfig extends SiteConfig {
  callbacks?: NextAuthCallbacks;
  /** A falsy verdict of `authorized` keeps wrapped functions from running too. Default: false. */
  guardHandlers?: boolean;
}

/** A configuration, or how it is made for a request; without one in components and actions. */
export type ConfigSource = NextAuthConfig | ((request: NextRequest | undefined) => Awaitable<NextAuthConfig>);
