import { bodyOf } from "./body.js";
import { AuthError, CredentialsSignin } from "./errors.js";
import { hookSecret, isFirst, signDescription } from "./signature.js";
import type { Authorize, Delivery, EventRequest, ForwardAuth, SiteConfig, VerificationRequestParams } from "./types.js";

/** Hooks by name, such as `callbacks/jwt` or `events/signIn`; what a callback returns is the result. */
export type Hooks = Record<string, ((params: any, delivery: Delivery) => unknown) | undefined>;

export interface HookReceiverOptions {
  /** The secret that the core has too. */
  secret: string | readonly string[];
  /** The path of the core's `hooks.url`. Default: `/hooks`. */
  path?: string;
  /**
   * Where browsers find this site, such as `https://app.example`: a core that accepts origins by a pattern asks each of
   * them. Without it such a core calls no hook here.
   */
  origin?: string | ((request: Request) => string | undefined);
  /** Called with what a hook threw; the core gets type and message only. */
  onError?: (error: unknown, name: string) => void;
}

/** Answers the core's hooks: mount it where `hooks.url` points. What is not signed by the core is not run. */
export function hookReceiver(hooks: Hooks, options: HookReceiverOptions): (request: Request) => Promise<Response> {
  const prefix = `${options.path ?? "/hooks"}/`;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !pathname.startsWith(prefix)) return new Response(null, { status: 404 });
    // Frameworks may want every path to end with a slash.
    const name = pathname.slice(prefix.length).replace(/\/$/, "");
    const body = await bodyOf(request);
    if (!body) return new Response(null, { status: 413 });
    const id = request.headers.get("x-cardea-event-id") ?? "";
    const signature = request.headers.get("x-cardea-signature");
    const secret = await hookSecret(signature, name, body, options.secret, id);
    if (secret === undefined) return Response.json({ error: "the signature is wrong" }, { status: 401 });
    // Not 401: the core would sign the call once more.
    if (!isFirst(signature!)) return Response.json({ error: "this call came before" }, { status: 409 });
    if (name === "describe") return described(hooks, body, secret, typeof options.origin === "function" ? options.origin(request) : options.origin);
    const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
    // The core calls what this application described: a decision that is gone must not be taken for the default.
    if (!hook) return name.startsWith("events/") ? new Response(null, { status: 204 }) : Response.json({ error: "no such hook" }, { status: 404 });
    const isEvent = name.startsWith("events/");
    try {
      const params = JSON.parse(new TextDecoder().decode(body));
      const result = await (isEvent ? told(hook, params, id) : hook(params, { id }));
      return isEvent || result === BY_DEFAULT ? new Response(null, { status: 204 }) : Response.json({ result: result ?? null });
    } catch (error) {
      // Wrong credentials are not a failure of the site; the core logs them.
      if (!(error instanceof CredentialsSignin)) options.onError?.(error, name);
      // The core tells an event again, and drops it then.
      return isEvent ? new Response(null, { status: 500 }) : Response.json({ error: thrown(error) });
    }
  };
}

/** Calls the handler of an event with the message of Auth.js, and with what else the core says of it. */
function told(hook: NonNullable<Hooks[string]>, { request, ...message }: { request?: EventRequest }, id: string): unknown {
  return hook(message, request ? { id, request } : { id });
}

/** What a hook returns to leave the decision to the core. */
const BY_DEFAULT = Symbol("by default");

/** Which hooks there are and where, signed for this question alone. An answer for another address proves nothing. */
async function described(hooks: Hooks, body: Uint8Array, secret: string, origin: string | undefined): Promise<Response> {
  const { nonce } = JSON.parse(new TextDecoder().decode(body)) as { nonce?: unknown };
  if (typeof nonce !== "string") return Response.json({ error: "`nonce` is missing" }, { status: 400 });
  const answer = JSON.stringify({ ...namesOf(hooks), ...(origin === undefined ? {} : { origin }) });
  const headers = { "content-type": "application/json", "x-cardea-answer-signature": await signDescription(nonce, answer, secret) };
  return new Response(answer, { headers });
}

/** The names of the hooks that there are. */
export function namesOf(hooks: Hooks): { callbacks: string[]; events: string[] } {
  const below = (kind: string) =>
    Object.keys(hooks)
      .filter((name) => name.startsWith(kind) && hooks[name])
      .map((name) => name.slice(kind.length))
      .sort();
  return { callbacks: below("callbacks/"), events: below("events/") };
}

type Hooked = Pick<
  SiteConfig,
  | "callbacks"
  | "events"
  | "authorize"
  | "profile"
  | "account"
  | "sendVerificationRequest"
  | "generateVerificationToken"
  | "sendMail"
  | "signUp"
  | "secondFactor"
  | "forwardAuth"
>;

/** The hooks that a configuration has: its callbacks, its events, `authorize`, and the functions of its providers. */
export function hooksOf(config: Hooked): Hooks {
  const { signIn, redirect, jwt, session } = config.callbacks ?? {};
  const { signUp, secondFactor } = config;
  const hooks: Hooks = {
    "callbacks/signIn":
      signIn &&
      (async (params) => {
        const allowed = await signIn({ account: null, ...params });
        return typeof allowed === "string" ? allowed : Boolean(allowed);
      }),
    "callbacks/signUp": signUp && (async (params) => Boolean(await signUp(params))),
    "callbacks/secondFactor": secondFactor && (async (params) => (await secondFactor(params)) ?? BY_DEFAULT),
    "callbacks/redirect": redirect,
    "callbacks/jwt": jwt,
    "callbacks/session": session,
    "callbacks/authorize": config.authorize && credentialsHook(config.authorize),
    "callbacks/authorized": config.forwardAuth && authorizedHook(config.forwardAuth),
    "callbacks/profile": some(config.profile, (own, { profile, tokens }) => own(profile, tokens)),
    "callbacks/account": some(config.account, (own, { tokens }) => own(tokens)),
    "callbacks/sendVerificationRequest": some(config.sendVerificationRequest, (own, params) => own(verificationOf(params))),
    "callbacks/generateVerificationToken": some(config.generateVerificationToken, (own) => own()),
    "callbacks/sendMail": some(config.sendMail, (own, mail) => own(mail)),
  };
  for (const [name, hear] of Object.entries(config.events ?? {})) hooks[`events/${name}`] = hear as Hooks[string];
  return hooks;
}

interface AuthorizeParams {
  provider: string;
  credentials: Record<string, unknown>;
  request: { method: string; url: string; headers: Record<string, string>; ip?: string };
}

function credentialsHook(authorize: Authorize | Record<string, Authorize>) {
  return async ({ provider, credentials, request }: AuthorizeParams) => {
    const own = typeof authorize === "function" ? authorize : Object.hasOwn(authorize, provider) && authorize[provider];
    if (!own) throw new AuthError(`\`authorize\` has no entry for the provider ${provider}`);
    return (await own(credentials, requestOf(request))) ?? null;
  };
}

/** Any value but true and false is a mistake, and never admits: a forgotten `await` would be truthy. */
function authorizedHook({ authorized }: ForwardAuth): Hooks[string] {
  return async ({ request, ...rest }) => {
    // The application cannot judge a request that `fetch` has no object for.
    if (/^(connect|trace|track)$/i.test(request.method)) return false;
    const verdict: unknown = await authorized({ ...rest, request: requestOf(request) });
    if (typeof verdict !== "boolean") throw new AuthError("`forwardAuth.authorized` must return true or false");
    return verdict;
  };
}

/** One function for all providers, or one for each id: the others are the core's. */
function some<F extends (...params: any[]) => unknown>(
  functions: F | Record<string, F> | undefined,
  call: (own: F, params: any) => unknown,
): Hooks[string] {
  if (!functions) return undefined;
  return async (params) => {
    const id: string = typeof params.provider === "string" ? params.provider : params.provider.id;
    const own = typeof functions === "function" ? functions : Object.hasOwn(functions, id) ? functions[id] : undefined;
    return own ? call(own, params) : BY_DEFAULT;
  };
}

/** As JSON has it, with what `next-auth` gives as objects made such objects again. */
function verificationOf({ expires, request, ...rest }: any): VerificationRequestParams {
  return { ...rest, expires: new Date(expires), request: requestOf(request) };
}

function requestOf({ method, url, headers, ip }: AuthorizeParams["request"]): Request {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (!/^(host|content-length)$/.test(name)) all.set(name, value);
  if (ip) all.set("x-forwarded-for", ip);
  return new Request(url, { method, headers: all });
}

function thrown(error: unknown): { type: string; code?: string; message?: string } {
  const message = error instanceof Error && error.message ? { message: error.message } : {};
  if (error instanceof CredentialsSignin) return { type: "CredentialsSignin", code: error.code, ...message };
  if (error instanceof AuthError) return { type: error.type, ...message };
  return { type: error instanceof Error ? error.name : "Error", ...message };
}
