import {
  __NEXTAUTH,
  ask,
  leave,
  postSignOut,
  providerOf,
  separated,
  signInAt,
  signInByPasskey,
  type AuthorizationParams,
  type SignInAuthorizationParams,
  type SignInOptions,
  type SignInResponse,
} from "@cardea/bridge/client";
import type { Session } from "@cardea/bridge/types";

export { getCsrfToken, getProviders } from "@cardea/bridge/client";
export type { AuthorizationParams, SignInAuthorizationParams, SignInOptions, SignInResponse };

/** Where the routes are, if not at `/api/auth`. */
export function configure({ prefix }: { prefix: string }): void {
  __NEXTAUTH.basePath = prefix.replace(/\/+$/, "");
}

/** Who is signed in, as pages may know it. */
export function getSession(): Promise<Session | null> {
  return ask("session");
}

/** Begins a sign-in at any provider, of passkeys too; without one the browser goes to the page on which visitors choose. */
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  params?: AuthorizationParams,
): Promise<SignInResponse | undefined> {
  const known = await providerOf(provider, separated(options).to);
  if (known?.type === "webauthn") return signInByPasskey(known, options, params);
  return known && signInAt(known, options, params);
}

/** `SignOutParams` of `@auth/solid-start/client`. */
export interface SignOutParams {
  /** Where to go after the sign-out. Default: this page. */
  redirectTo?: string;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string;
  /** Whether the browser goes there. Default: true. */
  redirect?: boolean;
  /** Whether the sign-out continues at the provider. With `redirect: false`, the browser has to open the returned `url`. */
  federated?: boolean;
}

/** @returns with `redirect: false` where it would have led */
export async function signOut({ redirect = true, redirectTo, callbackUrl, federated }: SignOutParams = {}): Promise<{ url: string } | undefined> {
  const to = redirectTo ?? callbackUrl ?? window.location.href;
  const url = await postSignOut(to, federated);
  if (!redirect) return { url };
  leave(url);
  return undefined;
}
