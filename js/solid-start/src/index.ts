import type { OpenSession, Session } from "@cardea/bridge";
import { BY_ENVIRONMENT, endSessions, keepOnce, readOnce, siteOf, type Keeper, type SolidAuthConfig, type SolidEvent } from "./site.js";

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

/** The signed-in user's sessions in all browsers, the most recently used first; none if no user is signed in. */
export async function listSessions(request: Request, config: SolidAuthConfig = BY_ENVIRONMENT): Promise<OpenSession[]> {
  const site = siteOf(config);
  return site.openSessions(site.visitor(request.headers, request.url));
}

/**
 * Ends one of the user's sessions, in a server function or a POST route. @returns whether it was one of this user's
 *
 * @param keeper whose headers get the cookies, such as the event: if it is this browser's session, its cookie is deleted
 */
export async function endSession(request: Request, id: string, config: SolidAuthConfig = BY_ENVIRONMENT, keeper?: Keeper): Promise<boolean> {
  return (await endSessions(request, id, config, keeper)) > 0;
}

/** Ends all of the user's sessions but this one. @returns how many */
export function endOtherSessions(request: Request, config: SolidAuthConfig = BY_ENVIRONMENT): Promise<number> {
  return endSessions(request, "others", config, undefined);
}

/** Ends all of the user's sessions, and so signs this browser out. @returns how many */
export function endAllSessions(request: Request, config: SolidAuthConfig = BY_ENVIRONMENT, keeper?: Keeper): Promise<number> {
  return endSessions(request, "all", config, keeper);
}

export { AuthError, BridgeError, CredentialsSignin, customFetch } from "@cardea/bridge";
export type { Keeper, SolidAuthConfig, SolidEvent } from "./site.js";
export type * from "@cardea/bridge/types";
