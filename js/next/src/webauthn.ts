"use client";

import { passkeyAnswer, type PasskeyOptions } from "@cardea/bridge/passkey";
import { __NEXTAUTH, getProviders, signInBy, type AuthorizationParams, type SignInOptions, type SignInResponse } from "./client.js";

export type { AuthorizationParams, SignInOptions, SignInResponse };

export interface WebAuthnSignInOptions extends SignInOptions {
  /** Left out, the core finds out. */
  action?: "register" | "authenticate";
}

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
  const { redirect = true, redirectTo, callbackUrl, ...form } = options;
  const to = redirectTo ?? callbackUrl ?? window.location.href;
  const { basePath } = __NEXTAUTH;
  const providers = await getProviders();
  if (!providers) return void (window.location.href = `${basePath}/error`);
  const known = provider !== undefined && Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (!known) return void (window.location.href = `${basePath}/signin?${new URLSearchParams({ callbackUrl: to })}`);
  if (known.type !== "webauthn") throw new TypeError(`${known.id} is not for passkeys: take signIn from @cardea/next/react`);
  const id = encodeURIComponent(known.id);
  const query = new URLSearchParams(Object.entries(form).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])));
  const response = await fetch(`${basePath}/webauthn-options/${id}?${query}`);
  if (!response.ok) return void console.error("[cardea] the core gave no options for a passkey", await response.text());
  const asked = (await response.json()) as PasskeyOptions;
  const data = JSON.stringify(await passkeyAnswer(asked));
  return signInBy({ route: `callback/${id}`, form: { ...form, data, action: asked.action }, params, to }, redirect);
}
