import type { Fields, Session, SessionList, Site, User } from "@cardea/bridge";
import { actOf, callOf, keepCookies } from "./call.js";

/** A form, or its fields. `redirectTo`: default the page of the call. `redirect: false` returns the address instead. */
export type SignInOptions = FormData | ({ redirectTo?: string; redirect?: boolean } & Record<string, any>);
/** Parameters for the provider's own page, such as `{ prompt: "login" }`. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

export interface SignInAction {
  (provider: string | undefined, options: { redirect: false } & Record<string, any>, params?: AuthorizationParams): Promise<string>;
  (provider?: string, options?: SignInOptions, params?: AuthorizationParams): Promise<never>;
}

export interface SignOutOptions {
  /** Default: the page of the call. */
  redirectTo?: string;
  /** `false` returns the address instead. */
  redirect?: boolean;
  /** Whether the sign-out continues at the provider. With `redirect: false`, the browser has to open the returned address. */
  federated?: boolean;
}

export interface SignOutAction {
  (options: SignOutOptions & { redirect: false }): Promise<string>;
  (options?: SignOutOptions): Promise<never>;
}

export type UpdateAction = (data: Partial<Session> | { user?: Partial<User> }) => Promise<Session | null>;

type Sites = () => Promise<Site>;

export function signInOf(sites: Sites): SignInAction {
  const signIn = async (provider?: string, options: SignInOptions = {}, params?: AuthorizationParams): Promise<string> => {
    const { redirect: goes = true, redirectTo, ...rest } = options instanceof FormData ? Object.fromEntries(options) : options;
    const { site, visitor, referer } = await actOf(sites);
    const { redirect: to, cookies } = await site.signIn(visitor, {
      provider,
      redirectTo: redirectTo?.toString() ?? referer ?? "/",
      fields: fieldsOf(rest),
      authorizationParams: params ? new URLSearchParams(params).toString() : undefined,
    });
    await keepCookies(cookies);
    return goes ? leave(to) : to;
  };
  return signIn as SignInAction;
}

export function signOutOf(sites: Sites): SignOutAction {
  const signOut = async ({ redirect: goes = true, redirectTo, federated }: SignOutOptions = {}): Promise<string> => {
    const { site, visitor, referer } = await actOf(sites);
    const { redirect: to, cookies } = await site.signOut(visitor, redirectTo ?? referer ?? "/", { federated });
    await keepCookies(cookies);
    return goes ? leave(to) : to;
  };
  return signOut as SignOutAction;
}

export function updateOf(sites: Sites): UpdateAction {
  return async (data) => {
    const { site, visitor } = await actOf(sites);
    const { session, cookies } = await site.update(visitor, data);
    await keepCookies(cookies);
    return session;
  };
}

export function sessionsOf(sites: Sites): SessionList {
  const end = async (which: string): Promise<number> => {
    const { site, visitor } = await actOf(sites);
    const { ended, cookies } = await site.endSessions(visitor, which);
    await keepCookies(cookies);
    return ended;
  };
  return {
    list: async () => {
      const { site, visitor } = await callOf(sites);
      return site.openSessions(visitor);
    },
    end: async (id) => (await end(id)) > 0,
    endOthers: () => end("others"),
    endAll: () => end("all"),
  };
}

/** Throws, as Next's redirects do; callers must not catch it. */
async function leave(to: string): Promise<never> {
  const { redirect } = await import("next/navigation");
  return redirect(to);
}

/** Texts and what is written as one; files stay behind, as do the fields that React puts into forms of actions. */
function fieldsOf(all: Record<string, unknown>): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(all)) {
    if (name.startsWith("$ACTION_") || value === undefined || value === null || value instanceof Blob) continue;
    fields[name] = typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return fields;
}
