import type { Session } from "@cardea/bridge";
import { BY_ENVIRONMENT, keepOnce, readOnce, siteOf, type Keeper, type SolidAuthConfig, type SolidEvent } from "./site.js";

export type Handler = (event: SolidEvent) => Promise<Response | undefined>;

/** For `src/routes/api/auth/[...solidauth].ts`. Nothing is answered to requests that are not below `prefix`. */
export function SolidAuth(config: SolidAuthConfig = BY_ENVIRONMENT): { GET: Handler; POST: Handler } {
  const handle: Handler = async ({ request, clientAddress }) => {
    const site = siteOf(config);
    return site.bridge.handles(request) ? site.handle(request, clientAddress) : undefined;
  };
  return { GET: handle, POST: handle };
}

/**
 * Who is signed in.
 *
 * @param keeper whose headers get the cookies that prolong the session, such as the event; without it nothing is prolonged
 */
export async function getSession(request: Request, config: SolidAuthConfig = BY_ENVIRONMENT, keeper?: Keeper): Promise<Session | null> {
  return (await (keeper ? keepOnce(config, request, keeper, false) : readOnce(config, request))).session;
}

/** What {@link getSession} gives. */
export type GetSessionResult = Promise<Session | null>;

export { AuthError, BridgeError, CredentialsSignin, customFetch } from "@cardea/bridge";
export type { Keeper, SolidAuthConfig, SolidEvent } from "./site.js";
export type * from "@cardea/bridge/types";
