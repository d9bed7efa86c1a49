"use client";

import * as React from "react";
import type { Session } from "@cardea/bridge/types";
import {
  __NEXTAUTH,
  ask,
  asked,
  getCsrfToken,
  getProviders,
  leave,
  others,
  postSignOut,
  providerOf,
  separated,
  signInAt,
  tellOthers,
  type AuthorizationParams,
  type SignInAuthorizationParams,
  type ServerRequest,
  type SignInOptions,
  type SignInResponse,
} from "@cardea/bridge/client";

export { __NEXTAUTH, getCsrfToken, getProviders };
export type { AuthorizationParams, SignInAuthorizationParams, SignInOptions, SignInResponse };
export type * from "@cardea/bridge/types";

/** Sends data to the `jwt` callback; without data it only fetches the session again. `UpdateSession` of `next-auth/react`. */
export type UpdateSession = (data?: any) => Promise<Session | null>;

/** What `useSession` returns: `SessionContextValue` of `next-auth/react`. */
export type SessionContextValue<Required extends boolean = false> =
  | { update: UpdateSession; data: Session; status: "authenticated" }
  | (Required extends true
      ? { update: UpdateSession; data: null; status: "loading" }
      : { update: UpdateSession; data: null; status: "unauthenticated" | "loading" });

export const SessionContext = React.createContext<SessionContextValue | undefined>(undefined);

/** `SessionProviderProps` of `next-auth/react`. */
export interface SessionProviderProps {
  children?: React.ReactNode;
  /** The session as the server read it; null: no user is signed in. Absent: the browser fetches the session. */
  session?: Session | null;
  /** Accepted as in `next-auth`, which does not use it either: the routes are on this page's own site. */
  baseUrl?: string;
  /** Where the routes are. Default: the path of `NEXTAUTH_URL`, else `/api/auth`. */
  basePath?: string;
  /** The session is fetched again every so many seconds. Default: 0, never. */
  refetchInterval?: number;
  /** Whether the session is fetched again when the page becomes visible. Default: true. */
  refetchOnWindowFocus?: boolean;
  /** `false`: `refetchInterval` pauses while the browser has no network. Absent: it does not. */
  refetchWhenOffline?: false;
}

/** `GetSessionParams` of `next-auth/react`. */
export interface GetSessionParams extends ServerRequest {
  /** Whether to notify other tabs. Default: true. */
  broadcast?: boolean;
}

/** `UseSessionOptions` of `next-auth/react`. */
export interface UseSessionOptions<Required extends boolean> {
  /** Whether visitors who are not signed in are sent to the sign-in page. */
  required: Required;
  /** Called in place of that redirect. */
  onUnauthenticated?: () => void;
}

export async function getSession(params?: GetSessionParams): Promise<Session | null> {
  const session = await ask<Session>("session", params);
  if (params?.broadcast ?? true) tellOthers("getSession");
  return session;
}

export function useSession<Required extends boolean = false>(options?: UseSessionOptions<Required>): SessionContextValue<Required> {
  const value = React.useContext(SessionContext);
  if (!value) throw new Error("`useSession` needs a <SessionProvider> around it");
  const { required = false, onUnauthenticated } = options ?? {};
  const out = required && value.status === "unauthenticated";
  React.useEffect(() => {
    if (!out) return;
    if (onUnauthenticated) return onUnauthenticated();
    const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: window.location.href });
    window.location.href = `${__NEXTAUTH.basePath}/signin?${query}`;
  }, [out, onUnauthenticated]);
  return (out ? { ...value, status: "loading" } : value) as SessionContextValue<Required>;
}

export async function signIn(
  provider: string | undefined,
  options: SignInOptions<false> & { redirect: false },
  params?: AuthorizationParams,
): Promise<SignInResponse>;
export async function signIn(provider?: string, options?: SignInOptions, params?: AuthorizationParams): Promise<void>;
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  params?: AuthorizationParams,
): Promise<SignInResponse | undefined | void> {
  const known = await providerOf(provider, separated(options).to);
  if (known?.type === "webauthn") throw new TypeError(`${known.id} is for passkeys: take signIn from @cardea/next/webauthn`);
  return known && signInAt(known, options, params);
}

export interface SignOutParams<Redirect extends boolean = boolean> {
  /** Default: this page. */
  redirectTo?: string;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string;
  redirect?: Redirect;
  /** Whether the sign-out continues at the provider. With `redirect: false`, the browser has to open the returned `url`. */
  federated?: boolean;
}

export async function signOut(options: SignOutParams<false> & { redirect: false }): Promise<{ url: string }>;
export async function signOut(options?: SignOutParams): Promise<void>;
export async function signOut(options: SignOutParams = {}): Promise<{ url: string } | void> {
  const { redirect = true, redirectTo, callbackUrl, federated } = options;
  const to = redirectTo ?? callbackUrl ?? window.location.href;
  const url = await postSignOut(to, federated);
  tellOthers("signout");
  if (redirect) return leave(url);
  await __NEXTAUTH.refresh({ event: "storage" });
  return { url };
}

export function SessionProvider(props: SessionProviderProps): React.ReactElement {
  const { children, basePath, refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = props;
  if (basePath) __NEXTAUTH.basePath = basePath;
  const given = props.session !== undefined;
  const [session, setSession] = React.useState<Session | null | undefined>(() => (__NEXTAUTH.session = props.session));
  const [loading, setLoading] = React.useState(!given);

  React.useEffect(() => {
    const known = (next: Session | null) => {
      __NEXTAUTH.session = next;
      setSession(next);
      setLoading(false);
    };
    __NEXTAUTH.refresh = async ({ event } = {}) => {
      const before = __NEXTAUTH.session;
      // A visitor who is not signed in can only sign in by a page that refreshes the session itself.
      if (event !== "storage" && before === null) return;
      const next = await asked<Session>("session");
      if (event === undefined && before === undefined) tellOthers("getSession");
      // Where there is no answer, a user who was signed in still is.
      known(next === undefined ? (before ?? null) : next);
    };
    if (!given) void __NEXTAUTH.refresh();
    return () => {
      __NEXTAUTH.session = undefined;
      __NEXTAUTH.refresh = async () => {};
    };
  }, [given]);

  React.useEffect(() => {
    const hear = () => void __NEXTAUTH.refresh({ event: "storage" });
    const channel = others();
    channel?.addEventListener("message", hear);
    return () => channel?.removeEventListener("message", hear);
  }, []);

  React.useEffect(() => {
    if (!refetchOnWindowFocus) return;
    const seen = () => {
      if (document.visibilityState === "visible") void __NEXTAUTH.refresh({ event: "visibilitychange" });
    };
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, [refetchOnWindowFocus]);

  const online = useOnline();
  const polls = refetchInterval > 0 && (refetchWhenOffline !== false || online);
  React.useEffect(() => {
    if (!polls) return;
    const again = () => {
      if (__NEXTAUTH.session) void __NEXTAUTH.refresh({ event: "poll" });
    };
    const timer = setInterval(again, refetchInterval * 1000);
    return () => clearInterval(timer);
  }, [polls, refetchInterval]);

  const value = React.useMemo(() => {
    const update: UpdateSession = async (data) => {
      if (loading) return null;
      setLoading(true);
      const body = data === undefined ? undefined : { csrfToken: await getCsrfToken(), data };
      const next = await ask<Session>("session", undefined, body);
      setLoading(false);
      if (next) {
        __NEXTAUTH.session = next;
        setSession(next);
        tellOthers("getSession");
      }
      return next;
    };
    const status = loading ? "loading" : session ? "authenticated" : "unauthenticated";
    return { data: session ?? null, status, update } as SessionContextValue;
  }, [session, loading]);

  return React.createElement(SessionContext.Provider, { value }, children);
}

function useOnline(): boolean {
  const [online, setOnline] = React.useState(typeof navigator === "undefined" || navigator.onLine !== false);
  React.useEffect(() => {
    const on = () => setOnline(true);
    const off = () => setOnline(false);
    window.addEventListener("online", on);
    window.addEventListener("offline", off);
    return () => {
      window.removeEventListener("online", on);
      window.removeEventListener("offline", off);
    };
  }, []);
  return online;
}
