import type { Cookie } from "./cookies.js";
import { AuthError, BridgeError, type Refusal } from "./errors.js";
import { list, sign, type Mode } from "./signature.js";

export interface BridgeOptions {
  /** Where Cardea is, for this server: `http://127.0.0.1:3000`. Visitors never see it. */
  url: string;
  /** The secret that Cardea has too; of several the newest first. */
  secret: string | readonly string[];
  /** Where the routes are on this site. Default: `/auth`. */
  basePath?: string;
  /** Where they are in Cardea. Default: the same. Redirects to its pages are as it knows them, so keep them the same. */
  corePath?: string;
  /** Milliseconds. Default: 3,000 for what only asks, 15,000 for the rest. */
  timeout?: { read?: number; act?: number };
  fetch?: typeof fetch;
}

/** The browser on whose behalf a call is made. */
export interface Visitor {
  /** This site's origin as the browser sees it: `https://app.example`. */
  origin: string;
  /** Its `Cookie` header. */
  cookie?: string | null | undefined;
  /** Its address, for the limits on attempts. */
  address?: string | undefined;
  /** Further headers of its request, such as `accept-language`. */
  headers?: Record<string, string>;
}

export type Fields = Record<string, string>;

export interface Answer {
  /** Where to send the browser. */
  redirect?: string;
  /** What the route answers, instead. */
  body?: unknown;
  /** To set, in this order. */
  cookies: Cookie[];
  /** It was refused. Cookies still count, and `redirect` is the page that explains it. */
  error?: AuthError;
  core?: Core;
}

/** What Cardea is like. */
export interface Core {
  basePath: string;
  /** Names by key, `sessionToken` and so on. */
  cookies: Record<string, string>;
  secureCookies: boolean;
  strategy: "jwt" | "database";
  /** Seconds. */
  maxAge: number;
  pages: { signIn?: string; signOut?: string; error?: string; verifyRequest?: string; newUser?: string };
}

export interface Provider {
  id: string;
  name: string;
  type: "oidc" | "oauth" | "email" | "credentials" | "webauthn";
  signinUrl: string;
  callbackUrl: string;
}

export interface Session {
  expires?: string;
  user?: { id?: string; name?: string | null; email?: string | null; image?: string | null; [field: string]: unknown };
  [field: string]: unknown;
}

const HEADER = "x-cardea-bridge";

/** What concerns one connection, what we say ourselves, and what nobody but us may say. */
const NOT_PASSED = new Set([
  HEADER,
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
]);
/** An id such as `..` would be another route. */
const ACTION = /^[a-z-]+(\/(?!(\.|%2e){1,2}$)[^/\\?#]+)?$/i;

const NOT_RETURNED = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"];

/** Calls Cardea for this site's server. */
export class Bridge {
  readonly basePath: string;
  readonly #corePath: string;
  readonly #base: URL;
  readonly #secret: string;
  readonly #fetch: typeof fetch;
  readonly #timeout: { read: number; act: number };

  constructor(options: BridgeOptions) {
    const secret = list(options.secret)[0];
    if (!secret) throw new TypeError("secret is not set; give it, or set AUTH_SECRET");
    this.#secret = secret;
    this.#base = new URL(options.url);
    this.basePath = options.basePath ?? "/auth";
    this.#corePath = options.corePath ?? this.basePath;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#timeout = { read: options.timeout?.read ?? 3_000, act: options.timeout?.act ?? 15_000 };
  }

  /** Whether a request is for the routes that {@link forward} passes on. */
  handles(request: Request): boolean {
    return new URL(request.url).pathname.startsWith(`${this.basePath}/`);
  }

  /**
   * Passes a browser's request on, and the answer back.
   *
   * @param from where it came to and from; without an origin that of the request's URL
   */
  async forward(request: Request, from: { origin?: string; address?: string | undefined } = {}): Promise<Response> {
    const url = new URL(request.url);
    const target = this.#target(url.pathname, url.search);
    const headers = new Headers();
    for (const [name, value] of request.headers) {
      if (!NOT_PASSED.has(name) && !name.startsWith("next-") && name !== "rsc") headers.set(name, value);
    }
    const body = request.method === "GET" || request.method === "HEAD" ? undefined : await read(request);
    const origin = from.origin ?? url.origin;
    const call = { method: request.method, headers, body };
    const answer = await this.#send("forward", target, call, { origin, address: from.address });
    const returned = new Headers(answer.headers);
    for (const name of NOT_RETURNED) returned.delete(name);
    returned.delete("set-cookie");
    for (const line of answer.headers.getSetCookie()) returned.append("set-cookie", line);
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : await answer.arrayBuffer(), { status: answer.status, headers: returned });
  }

  /**
   * Does something on one of the routes. Make sure before that the browser is this site's visitor: there is no token.
   *
   * @param action below the base path, with its query: `signin/github?prompt=login`
   * @param post fields of a form, `{json}`, or nothing for a GET
   * @throws BridgeError where Cardea gave no answer that can be used
   */
  async act(action: string, visitor: Visitor, post?: Fields | { json: unknown }): Promise<Answer> {
    const headers = visitorHeaders(visitor);
    let body: Uint8Array | undefined;
    if (post) {
      const json = "json" in post && typeof post.json !== "string";
      headers.set("content-type", json ? "application/json" : "application/x-www-form-urlencoded");
      const text = json ? JSON.stringify(post.json) : new URLSearchParams(post as Fields).toString();
      body = new TextEncoder().encode(text);
      // What makes this act another one than the same act of somebody else in the same second.
      headers.set("cookie", [visitor.cookie, `cardea.once=${crypto.randomUUID()}`].filter(Boolean).join("; "));
    }
    return this.#told("act", action, visitor, { method: post ? "POST" : "GET", headers, body });
  }

  /** Asks one of the routes, `session` or `providers`; nothing is written. */
  read(action: "session" | "providers", visitor: Visitor): Promise<Answer> {
    return this.#told("read", action, visitor, { method: "GET", headers: visitorHeaders(visitor), body: undefined });
  }

  /**
   * Who is signed in, with the user's id.
   *
   * @throws BridgeError where nobody knows
   */
  async session(visitor: Visitor): Promise<Session | null> {
    return (thrown(await this.read("session", visitor)).body ?? null) as Session | null;
  }

  /** As {@link session}, prolonged: set the cookies. */
  async keep(visitor: Visitor): Promise<{ session: Session | null; cookies: Cookie[] }> {
    const { body, cookies } = thrown(await this.act("session", visitor));
    return { session: (body ?? null) as Session | null, cookies };
  }

  async describe(visitor: Visitor): Promise<{ core: Core; providers: Record<string, Provider> }> {
    const { core, body } = thrown(await this.read("providers", visitor));
    if (!core) throw new BridgeError("Cardea did not describe itself", 200);
    return { core, providers: body as Record<string, Provider> };
  }

  /** The address of an action's route in Cardea. */
  #target(pathname: string, search: string): string {
    const path = pathname.startsWith(`${this.basePath}/`) ? this.#corePath + pathname.slice(this.basePath.length) : pathname;
    const url = new URL(this.#base);
    url.pathname = path;
    url.search = search;
    return url.pathname + url.search;
  }

  async #told(mode: Mode, action: string, visitor: Visitor, call: Call): Promise<Answer> {
    const [path = "", ...query] = action.split("?");
    if (!ACTION.test(path)) throw new TypeError(`${JSON.stringify(path)} is no action, or has no id of a provider`);
    const target = this.#target(`${this.basePath}/${path}`, query.join("?"));
    const response = await this.#send(mode, target, call, visitor);
    const answer = (await response.json().catch(() => ({}))) as Omit<Answer, "error"> & { error?: Refusal | string };
    const error = typeof answer.error === "object" ? AuthError.of(answer.error) : undefined;
    if (response.status !== 200 || !Array.isArray(answer.cookies)) {
      const why = typeof answer.error === "string" ? answer.error : (error?.message ?? "it gave no reason");
      throw new BridgeError(`Cardea answered with ${response.status}: ${why}`, response.status, error);
    }
    const { error: _, ...rest } = answer;
    return error ? { ...rest, error } : rest;
  }

  async #send(mode: Mode, target: string, call: Call, from: Visitor): Promise<Response> {
    const [proto, host] = asserted(from.origin);
    const { method, body } = call;
    const headers = new Headers(call.headers);
    headers.set("accept-encoding", "identity");
    headers.set("x-forwarded-proto", proto);
    headers.set("x-forwarded-host", host);
    if (from.address) headers.set("x-forwarded-for", from.address);
    const cookie = headers.get("cookie") ?? undefined;
    const signed = { method, target, body, cookie, origin: `${proto}://${host}` };
    const seconds = Math.floor(Date.now() / 1000);
    headers.set(HEADER, await sign(mode, signed, this.#secret, seconds));
    const once = () =>
      this.#fetch(this.#base.origin + target, {
        method,
        headers,
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout(mode === "read" ? this.#timeout.read : this.#timeout.act),
        ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
      });
    try {
      // A connection that was kept may have ended meanwhile; what only asks may ask again.
      return await once().catch((error: unknown) => {
        if (method === "GET" && mode === "read" && !isTimeout(error)) return once();
        throw error;
      });
    } catch (error) {
      throw new BridgeError("Cardea could not be reached", 0, undefined, { cause: error });
    }
  }
}

interface Call {
  method: string;
  headers: Headers;
  body: Uint8Array | undefined;
}

function visitorHeaders(visitor: Visitor): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(visitor.headers ?? {})) {
    if (!NOT_PASSED.has(name.toLowerCase())) headers.set(name, value);
  }
  if (visitor.cookie) headers.set("cookie", visitor.cookie);
  return headers;
}

/** The answer, where it is no refusal. */
function thrown(answer: Answer): Answer {
  if (answer.error) throw answer.error;
  return answer;
}

function asserted(origin: string): [proto: string, host: string] {
  const url = new URL(origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError(`${origin} is no origin of a site`);
  return [url.protocol.slice(0, -1), url.host];
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

async function read(request: Request): Promise<Uint8Array | undefined> {
  const body = new Uint8Array(await request.arrayBuffer());
  return body.length > 0 ? body : undefined;
}
