"use client";

import {
  providerOf,
  separated,
  signInByPasskey,
  type AuthorizationParams,
  type SignInAuthorizationParams,
  type SignInOptions,
  type SignInResponse,
} from "@cardea/bridge/client";

export type { AuthorizationParams, SignInAuthorizationParams, SignInOptions, SignInResponse };

export interface WebAuthnSignInOptions<Redirect extends boolean = boolean> extends SignInOptions<Redirect> {
  /** Whether a passkey is made or used. Absent: the core decides. */
  action?: "register" | "authenticate";
}

/** As in `next-auth`: who calls this means passkeys, so no other page can help. */
const isUnknown = (id: string | undefined) => new TypeError(`${id ?? "undefined"} is not a provider of passkeys; name one that the core has`);

/**
 * Signs in with a passkey, or makes one.
 *
 * @returns nothing where the core gives no options, such as for an unknown visitor who may not register
 */
export async function signIn(
  provider: string | undefined,
  options: WebAuthnSignInOptions & { redirect: false },
  params?: AuthorizationParams,
): Promise<SignInResponse | undefined>;
export async function signIn(provider?: string, options?: WebAuthnSignInOptions, params?: AuthorizationParams): Promise<void>;
export async function signIn(
  provider?: string,
  options: WebAuthnSignInOptions = {},
  params?: AuthorizationParams,
): Promise<SignInResponse | undefined | void> {
  const known = await providerOf(provider, separated(options).to, isUnknown);
  if (known && known.type !== "webauthn") throw new TypeError(`${known.id} is not for passkeys: take signIn from @cardea/next/react`);
  return known && signInByPasskey(known, options, params);
}
