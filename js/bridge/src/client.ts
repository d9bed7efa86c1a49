import { passkeyAnswer, signalUnknownPasskey, type PasskeyOptions } from "./passkey.js";
import type { PublicProvider, Session } from "./types.js";

/** What the calls of a page have in common; the name is the one that other code may know. */
export const __NEXTAUTH = {
  basePath: pathOf(environment("NEXTAUTH_URL")),
  /** For calls on a server, which have no page's address. */
  baseUrlServer: originOf(environment("NEXTAUTH_URL_INTERNAL") ?? environment("NEXTAUTH_URL") ?? environment("VERCEL_URL")),
  /** Undefined: not known yet. */
  session: undefined as Session | null | undefined,
  refresh: async (_event?: { event?: "storage" | "poll" | "visibilitychange" }): Promise<void> => {},
};

export interface ServerRequest {
  req?: { headers: { cookie?: string | undefined } };
}

export type Form = Record<string, unknown>;
/** Parameters for the provider's own page, such as `{ prompt: "login" }`. */
export type AuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/** As `next-auth` and `@auth/solid-start` call them. */
export type SignInAuthorizationParams = AuthorizationParams;

/** `SignInOptions` of `next-auth/react`. Further members are fields of the form, such as credentials. */
export interface SignInOptions<Redirect extends boolean = boolean> extends Record<string, unknown> {
  /** Where to go after the sign-in. Default: this page. */
  redirectTo?: string;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string;
  /** Whether the browser goes to the page that follows. Default: true. */
  redirect?: Redirect;
}

/** `SignInResponse` of `next-auth/react`. */
export interface SignInResponse {
  /** The error that visitors may see, such as `CredentialsSignin`. */
  error: string | undefined;
  /** The `code` of a `CredentialsSignin`. */
  code: string | undefined;
  /** The status of the answer. */
  status: number;
  ok: boolean;
  /** Where the sign-in leads; null after an error. */
  url: string | null;
}

/** Questions for the session that this page waits for. */
const reads = new Set<Promise<unknown>>();

/** Asks a route; null where it does not answer as it should. */
export async function ask<T>(route: string, params: ServerRequest = {}, body?: unknown): Promise<T | null> {
  return (await asked<T>(route, params, body)) ?? null;
}

/** As {@link ask}; undefined where there is no answer, which says nothing of who is signed in. */
export function asked<T>(route: string, params: ServerRequest = {}, body?: unknown): Promise<T | null | undefined> {
  const answer = answerOf<T>(route, params, body);
  if (route === "session" && typeof window !== "undefined") {
    reads.add(answer);
    void answer.then(() => reads.delete(answer));
  }
  return answer;
}

async function answerOf<T>(route: string, { req }: ServerRequest, body: unknown): Promise<T | null | undefined> {
  const base = typeof window === "undefined" ? __NEXTAUTH.baseUrlServer : "";
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (req?.headers.cookie) headers["cookie"] = req.headers.cookie;
  try {
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${base}${__NEXTAUTH.basePath}/${route}`, init);
    if (!response.ok) throw new Error(`${response.status}`);
    return (await response.json()) as T;
  } catch (error) {
    console.error(`[cardea] ${route} did not answer`, error);
    return undefined;
  }
}

export async function getCsrfToken(params?: ServerRequest): Promise<string> {
  return (await ask<{ csrfToken: string }>("csrf", params))?.csrfToken ?? "";
}

export function getProviders(params?: ServerRequest): Promise<Record<string, PublicProvider> | null> {
  return ask("providers", params);
}

/** Returns the provider with this id, or sends the browser to the page that reports an unknown one. */
export async function providerOf(
  id: string | undefined,
  to: string,
  isUnknown?: (id: string | undefined) => Error,
): Promise<PublicProvider | undefined> {
  const providers = await getProviders();
  if (!providers) {
    window.location.href = `${__NEXTAUTH.basePath}/error`;
    return undefined;
  }
  if (id !== undefined && Object.hasOwn(providers, id)) return providers[id];
  if (isUnknown) throw isUnknown(id);
  window.location.href = `${__NEXTAUTH.basePath}/signin?${new URLSearchParams({ callbackUrl: to })}`;
  return undefined;
}

/** The options that are not fields, and where to go. */
export function separated({ redirect = true, redirectTo, callbackUrl, ...form }: SignInOptions): { goes: boolean; to: string; form: Form } {
  return { goes: redirect, to: redirectTo ?? callbackUrl ?? window.location.href, form };
}

/** Signs in at a provider that is not for passkeys. */
export function signInAt({ id, type }: PublicProvider, options: SignInOptions, params?: AuthorizationParams): Promise<SignInResponse | undefined> {
  const { goes, to, form } = separated(options);
  return signInBy({ route: `${type === "credentials" ? "callback" : "signin"}/${encodeURIComponent(id)}`, form, params, to }, goes);
}

/**
 * Signs in with a passkey, or makes one.
 *
 * @returns nothing where the core gives no options, such as for an unknown visitor who may not register
 */
export async function signInByPasskey(
  provider: PublicProvider,
  options: SignInOptions,
  params?: AuthorizationParams,
): Promise<SignInResponse | undefined> {
  const { goes, to, form } = separated(options);
  const id = encodeURIComponent(provider.id);
  const query = new URLSearchParams(Object.entries(form).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])));
  const response = await fetch(`${__NEXTAUTH.basePath}/webauthn-options/${id}?${query}`);
  if (!response.ok) return void console.error("[cardea] the core gave no options for a passkey", await response.text());
  const asked = (await response.json()) as PasskeyOptions;
  const passkey = await passkeyAnswer(asked);
  const fields = { ...form, data: JSON.stringify(passkey), action: asked.action };
  // Other errors say nothing of it: the site has the passkey after a request that was sent twice.
  const denied = () => (asked.action === "register" ? signalUnknownPasskey(asked.options["rp"].id, passkey.id) : undefined);
  return signInBy({ route: `callback/${id}`, form: fields, params, to, denied }, goes);
}

export interface SignInPost {
  /** `signin/{id}` or `callback/{id}`. */
  route: string;
  form: Form;
  params: AuthorizationParams | undefined;
  to: string;
  /** Runs before the page is left, if the core denies access. */
  denied?: () => Promise<void> | undefined;
}

export interface PostAnswer {
  status: number;
  ok: boolean;
  /** The address that the routes would redirect to. */
  url: string | undefined;
  /** Whether the address is the core's for an error, and not one that looks like it. */
  isError: boolean;
}

/** Posts a form as the routes require. */
export async function post(route: string, form: Form): Promise<PostAnswer> {
  const fields = Object.entries({ ...form, csrfToken: await getCsrfToken() }).filter(([, value]) => value !== undefined);
  await noReads();
  const response = await fetch(`${__NEXTAUTH.basePath}/${route}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-auth-return-redirect": "1" },
    body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])),
  });
  const answer = (await response.json().catch(() => ({}))) as { url?: string } | null;
  return { status: response.status, ok: response.ok, url: answer?.url, isError: response.headers.has("cardea-error-id") };
}

/**
 * Ends the session.
 *
 * @param federated whether to continue at the provider, where the address that is returned leads
 * @throws Error where it could not be ended, so that no page says that it was
 */
export async function postSignOut(to: string, federated = false): Promise<string> {
  const { ok, status, url } = await post("signout", { callbackUrl: to, federated: federated || undefined });
  if (!ok && url === undefined) throw new Error(`the sign-out failed with status ${status}: the session still exists`);
  return url ?? to;
}

/** Waits for pending reads, five seconds at most: an answer that renews the session after a sign-out would restore it. */
async function noReads(): Promise<void> {
  if (reads.size > 0) await Promise.race([Promise.all(reads), new Promise((go) => setTimeout(go, 5000))]);
}

/** Posts a sign-in and goes where it leads, or tells. */
export async function signInBy({ route, form, params, to, denied }: SignInPost, goes: boolean): Promise<SignInResponse | undefined> {
  const query = params ? `?${new URLSearchParams(params)}` : "";
  const { status, ok, url = to, isError } = await post(route + query, { ...form, callbackUrl: to });
  if (isError && new URL(url, window.location.href).searchParams.get("error") === "AccessDenied") await denied?.();
  // An answer such as "too many attempts" has no address; without a return value the caller would wait forever.
  if (goes && ok) {
    leave(url);
    return undefined;
  }
  const target = new URL(url, window.location.href);
  const error = target.searchParams.get("error") ?? (ok ? undefined : "Configuration");
  const code = target.searchParams.get("code") ?? undefined;
  if (ok) await __NEXTAUTH.refresh({ event: "storage" });
  return { error, code, status, ok, url: error ? null : url };
}

/** Addresses of the web only: one of a script would run on this page. */
export function leave(url: string): void {
  const to = URL.canParse(url, window.location.href) ? new URL(url, window.location.href) : undefined;
  window.location.href = to && /^https?:$/.test(to.protocol) ? url : "/";
  // A change after the number sign alone loads nothing.
  if (url.includes("#")) window.location.reload();
}

/** Other pages of this site, and this one, fetch their sessions again. */
let channel: BroadcastChannel | undefined;
export function others(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined" || typeof window === "undefined") return undefined;
  return (channel ??= new BroadcastChannel("next-auth"));
}

export function tellOthers(trigger: "getSession" | "signout"): void {
  others()?.postMessage({ event: "session", data: { trigger } });
}

declare const process: { env: Record<string, string | undefined> };

/** Bundlers replace what they know of it; a browser has none. */
function environment(name: "NEXTAUTH_URL" | "NEXTAUTH_URL_INTERNAL" | "VERCEL_URL"): string | undefined {
  return typeof process === "undefined" ? undefined : process.env?.[name] || undefined;
}

function pathOf(url: string | undefined): string {
  const path = url && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, "") : "";
  return path || "/api/auth";
}

function originOf(url = "http://localhost:3000"): string {
  const whole = url.startsWith("http") ? url : `https://${url}`;
  return URL.canParse(whole) ? new URL(whole).origin : "http://localhost:3000";
}
