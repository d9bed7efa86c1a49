import { bodyOf } from "./body.js";
import { Breaker } from "./breaker.js";
import type { Cookie, CookieOptions } from "./cookies.js";
import { AuthError, BridgeError, type Refusal } from "./errors.js";
import { basePathOf, cookiePathOutward, inward, outward, pageOutward, setCookieOutward, type Paths } from "./paths.js";
import { Recent } from "./recent.js";
import { list, sign, type Mode } from "./signature.js";
import type { Strategy } from "./strategies.js";
import type { PagesOptions, PublicProvider, Session, User } from "./types.js";

export interface BridgeOptions {
  /** Where the core is, for this server: `http://127.0.0.1:3000`, with its base path if it is an unusual one. */
  url: string;
  /** The secret that the core has too; of several the newest first. */
  secret: string | readonly string[];
  /** Where the routes are on this site. Default: `/auth`. */
  basePath?: string;
  /** Milliseconds. Default: 5,000 for what only reads, such as sessions, and 15,000 for the rest. */
  timeout?: { read?: number; act?: number };
  fetch?: typeof fetch;
  /** Called when the core has answered a call, whatever it said. */
  onAnswer?: () => void;
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
  /** What the middleware of the same request said of it: {@link Site.unknownHeader}. */
  unknown?: string;
  /** What the middleware of the same request read: {@link Site.readingHeader}. */
  reading?: string;
  /** The request, or its headers: all reads of the session of one request are one. */
  request?: object;
}

export type Fields = Record<string, string>;

/** What an act posts. */
export type Post = { form: Fields } | { json: unknown };

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

/** What the core is like. */
export interface Core {
  basePath: string;
  /** Names by key, `sessionToken` and so on. */
  cookies: Record<string, string>;
  secureCookies: boolean;
  strategy: Strategy;
  /** Seconds. */
  maxAge: number;
  /** Seconds after which a session is due for renewal. */
  updateAge?: number;
  /** Seconds for which a token is valid, if not `maxAge`. */
  tokenMaxAge?: number;
  /** Seconds for which an answer of the core to `session-check` counts, if sessions can be ended. */
  confirmAge?: number;
  /** Seconds after the sign-in at which a session ends in any case. */
  absoluteAge?: number;
  /** Names of the keys of session tokens, newest first; none where only the core can read them. */
  keys?: string[];
  /** Where the callbacks of sessions run that are set: in the core, or in the site's process, as hooks. */
  callbacks?: { jwt?: "core" | "site"; session?: "core" | "site" };
  /** Attributes of the session cookie, by its key. */
  cookieOptions?: { sessionToken?: CookieOptions };
  /** Whether browsers' posts need a token, and one of another site's page is rejected. */
  csrfChecked?: boolean;
  pages: Partial<PagesOptions>;
  /** Which hooks it calls; null: none. Absent from cores that do not say. */
  hooks?: CalledHooks | null;
}

/** The hooks that the core calls. */
export interface CalledHooks {
  callbacks: string[];
  events: string[];
  /** Whether it asks the application which there are; else they are listed in its settings. */
  auto: boolean;
  /** Whether the application has answered. */
  ready: boolean;
}

export interface Description {
  core: Core;
  providers: Record<string, PublicProvider>;
}

const HEADER = "x-cardea-bridge";

/** Headers that are not passed on: those of one connection, those that the bridge sets, and those that only it may set. */
const NOT_PASSED = new Set([
  HEADER,
  "x-cardea-session",
  "x-cardea-session-unknown",
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

/** What only reads, and so has the read timeout. */
const READS = /\/(session|csrf|providers|signin|signout|error|verify-request)\/?$/;
const MOST_ORIGINS = 1_000;
/** A description is asked for again after this time, while the old one still serves: milliseconds. */
const DESCRIPTION_AGE = 300_000;
const UNREADY_AGE = 1_000;
const RECHECK_AGE = 3_000;
const OVERFLOW = "UND_ERR_HEADERS_OVERFLOW";

/** Calls the core for this site's server. */
export class Bridge {
  readonly basePath: string;
  readonly #url: URL;
  readonly #secrets: readonly string[];
  readonly #breaker: Breaker;
  readonly #fetch: typeof fetch;
  readonly #onAnswer: () => void;
  readonly #timeout: { read: number; act: number };
  readonly #descriptions = new Recent<string, Described>(MOST_ORIGINS);
  #corePath: string | undefined;
  /** Which of the secrets the core accepted last. */
  #accepted = 0;
  #rechecked = 0;

  constructor(options: BridgeOptions) {
    this.#secrets = list(options.secret).filter(Boolean);
    if (this.#secrets.length === 0) throw new TypeError("secret is not set; give it, or set AUTH_SECRET");
    this.#url = new URL(options.url);
    this.#breaker = new Breaker(this.#url.origin);
    this.basePath = basePathOf(options.basePath ?? "/auth");
    this.#corePath = basePathOf(this.#url.pathname) || undefined;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#onAnswer = options.onAnswer ?? (() => {});
    this.#timeout = { read: options.timeout?.read ?? 5_000, act: options.timeout?.act ?? 15_000 };
  }

  /** Whether a request is for the routes that {@link forward} passes on. */
  handles(request: Request): boolean {
    return below(new URL(request.url).pathname, this.basePath);
  }

  /**
   * Passes a browser's request on, and the answer back.
   *
   * @param from where it came to and from; without an origin that of the request's URL
   */
  async forward(request: Request, from: { origin?: string; address?: string | undefined } = {}): Promise<Response> {
    const { pathname, search, origin: own } = new URL(request.url);
    const origin = from.origin ?? own;
    const paths = await this.#paths({ origin });
    // Providers send people back to the core's own paths, so those may be mounted too.
    if (!below(pathname, paths.site) && !below(pathname, paths.core)) return new Response(null, { status: 404 });
    const headers = new Headers();
    for (const [name, value] of request.headers) {
      if (!NOT_PASSED.has(name) && !name.startsWith("next-") && name !== "rsc") headers.set(name, value);
    }
    const body = request.method === "GET" || request.method === "HEAD" ? new Uint8Array() : await bodyOf(request);
    if (!body) return Response.json({ message: "the body is too large" }, { status: 413 });
    const call = { method: request.method, headers, body: body.length > 0 ? body : undefined };
    const answer = await this.#send("forward", inward(pathname, paths).replace(/\/$/, "") + search, call, { origin, address: from.address });
    try {
      return await returned(answer, origin, paths, /\/session\/?$/.test(pathname));
    } catch (error) {
      throw new BridgeError(`the core at ${this.#url.origin} stopped in the middle of its answer`, 0, undefined, { cause: error });
    }
  }

  /**
   * Does something on one of the routes. Make sure before that the browser is this site's visitor: there is no token.
   *
   * @param action below the base path, with its query: `signin/github?prompt=login`
   * @param post what is sent; nothing for a GET
   * @throws BridgeError where the core gave no answer that can be used
   */
  async act(action: string, visitor: Visitor, post?: Post): Promise<Answer> {
    const headers = visitorHeaders(visitor);
    let body: Uint8Array | undefined;
    if (post) {
      const json = "json" in post;
      headers.set("content-type", json ? "application/json" : "application/x-www-form-urlencoded");
      body = new TextEncoder().encode(json ? JSON.stringify(post.json) : new URLSearchParams(post.form).toString());
      // Distinguishes this act from the same act of another visitor in the same second.
      headers.set("cookie", [visitor.cookie, `cardea.once=${crypto.randomUUID()}`].filter(Boolean).join("; "));
    }
    const paths = await this.#paths(visitor);
    return this.#ask("act", action, visitor, { method: post ? "POST" : "GET", headers, body }, paths);
  }

  /** Asks one of the routes; nothing is written. */
  async read(action: "session" | "session-check" | "providers", visitor: Visitor): Promise<Answer> {
    return this.#read(action, visitor, await this.#paths(visitor));
  }

  /**
   * Who is signed in, with the user's id.
   *
   * @throws BridgeError where it is unknown who is signed in
   */
  async session(visitor: Visitor): Promise<Session | null> {
    return (thrown(await this.read("session", visitor)).body ?? null) as Session | null;
  }

  /**
   * Whether the session exists, as the store says now, and its user; null: it has ended. Only with sessions that can be ended.
   *
   * @param id what the visitor's token says
   * @throws BridgeError where it is unknown
   */
  async checked(id: string, visitor: Visitor): Promise<{ user?: User } | null> {
    const found = thrown(await this.read("session-check", visitor)).body as { id?: unknown; user?: User | null } | null;
    if (found?.id !== id) return null;
    return found.user ? { user: found.user } : {};
  }

  /** As {@link session}, prolonged: set the cookies. */
  async keep(visitor: Visitor): Promise<{ session: Session | null; cookies: Cookie[] }> {
    try {
      const { body, cookies } = thrown(await this.act("session", visitor));
      return { session: (body ?? null) as Session | null, cookies };
    } catch (error) {
      // A connection that was kept may have ended meanwhile. The act may have run, and must not run twice; reading may.
      if (!(error instanceof BridgeError) || !isBroken(error)) throw error;
      return { session: await this.session(visitor), cookies: [] };
    }
  }

  /** The description that is there already, of this origin; nothing before the core has answered. */
  described(origin: string): Description | undefined {
    return this.#descriptions.get(origin)?.known;
  }

  /**
   * What the core is like, and its providers: asked once for each origin of this site, and remembered. After five minutes
   * it is asked again, while the answer of before still serves.
   *
   * @param ifOlderThan milliseconds after which the answer is waited for
   */
  describe(visitor: Visitor, ifOlderThan = Number.POSITIVE_INFINITY): Promise<Description> {
    const known = this.#descriptions.get(visitor.origin);
    const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
    if (!known || age >= ifOlderThan) return this.#refresh(visitor, known);
    // An application describes its hooks to the core within seconds.
    const isReady = known.known?.core.hooks?.ready !== false;
    if (age >= (isReady ? DESCRIPTION_AGE : UNREADY_AGE) && !known.refreshing) {
      known.refreshing = true;
      // Where it fails, the old one serves for five minutes more; calls fail with their own reasons.
      void this.#refresh(visitor, known).catch(() => {});
    }
    return known.description;
  }

  /** Finds out in the background whether the core answers again; at most once in three seconds. */
  recheck(visitor: Visitor): void {
    const now = Date.now();
    if (now - this.#rechecked < RECHECK_AGE) return;
    this.#rechecked = now;
    void this.#refresh(visitor, this.#descriptions.get(visitor.origin)).catch(() => {});
  }

  #refresh(visitor: Visitor, before: Described | undefined): Promise<Description> {
    const key = visitor.origin;
    const description = this.#describe(visitor);
    const next: Described = { at: Date.now(), description, refreshing: false };
    const waitsForFirst = before === undefined;
    if (waitsForFirst) this.#descriptions.set(key, next);
    description.then(
      (known) => this.#descriptions.set(key, Object.assign(next, { known })),
      () => {
        if (before) Object.assign(before, { at: Date.now(), refreshing: false });
        else if (this.#descriptions.get(key) === next) this.#descriptions.delete(key);
      },
    );
    return description;
  }

  async #describe({ origin }: Visitor): Promise<Description> {
    let refusal: string | undefined;
    const places = this.#corePath ? [this.#corePath] : new Set([this.basePath, "/auth", "/api/auth"]);
    for (const core of places) {
      const paths = { site: this.basePath, core };
      const answer = await this.#read("providers", { origin }, paths).catch((error: unknown) => {
        if (error instanceof BridgeError && (error.status === 404 || error.status === 400)) return undefined;
        throw error;
      });
      if (answer?.error) refusal ??= answer.error.message;
      if (!answer?.core) continue;
      this.#corePath = basePathOf(answer.core.basePath);
      const providers = Object.entries(answer.body as Record<string, PublicProvider>).map(([id, provider]) => [
        id,
        {
          ...provider,
          signinUrl: outward(provider.signinUrl, origin, paths),
          callbackUrl: outward(provider.callbackUrl, origin, paths),
        },
      ]);
      return { core: answer.core, providers: Object.fromEntries(providers) as Description["providers"] };
    }
    const tried = Array.from(places).join(", ");
    const why = refusal ? `; it answered: ${refusal}` : "";
    throw new BridgeError(`there is no Cardea at ${this.#url.origin} below ${tried}, or it does not serve this site${why}`, 404);
  }

  async #paths(visitor: Visitor): Promise<Paths> {
    if (!this.#corePath) await this.describe(visitor);
    return { site: this.basePath, core: this.#corePath! };
  }

  #read(action: string, visitor: Visitor, paths: Paths): Promise<Answer> {
    return this.#ask("read", action, visitor, { method: "GET", headers: visitorHeaders(visitor), body: undefined }, paths);
  }

  async #ask(mode: Mode, action: string, visitor: Visitor, call: Call, paths: Paths): Promise<Answer> {
    const [path = "", ...query] = action.split("?");
    if (!ACTION.test(path)) throw new TypeError(`${JSON.stringify(path)} is not an action, or lacks the id of a provider`);
    const target = `${paths.core}/${path}${query.length ? `?${query.join("?")}` : ""}`;
    const response = await this.#send(mode, target, call, visitor);
    const answer = ((await response.json().catch(() => null)) ?? {}) as Omit<Answer, "error"> & { error?: Refusal | string };
    const error = typeof answer.error === "object" ? AuthError.of(answer.error) : undefined;
    // Not the core's failure: the visitor tried too often, or the call is for no route of it.
    const refused = error && (response.status === 429 || (response.status === 400 && error.type === "UnknownAction"));
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (refused && response.status === 429 && Number.isFinite(seconds)) error.retryAfter = seconds;
    // The signature was right, but no user is signed in whose sessions they could be.
    const isAnonymous = response.status === 401 && path === "sessions";
    if (!Array.isArray(answer.cookies) || (response.status !== 200 && !refused && !isAnonymous)) {
      const why = typeof answer.error === "string" ? answer.error : (error?.message ?? "it gave no reason");
      throw new BridgeError(`the core answered with ${response.status}: ${why}`, response.status, error);
    }
    const { error: _, ...rest } = answer;
    if (rest.redirect !== undefined) rest.redirect = outward(rest.redirect, visitor.origin, paths);
    for (const { options } of rest.cookies) if (options.path) options.path = cookiePathOutward(options.path, paths);
    return error ? { ...rest, error } : rest;
  }

  async #send(mode: Mode, target: string, call: Call, from: Visitor): Promise<Response> {
    const url = new URL(this.#url.origin + target);
    const { method, body } = call;
    const headers = new Headers(call.headers);
    const origin = new URL(from.origin);
    headers.set("accept-encoding", "identity");
    // Else `fetch` adds this server's own name, and the core takes it for the browser's.
    if (!headers.has("user-agent")) headers.set("user-agent", "");
    headers.set("x-forwarded-proto", origin.protocol.slice(0, -1));
    headers.set("x-forwarded-host", origin.host);
    if (from.address) headers.set("x-forwarded-for", from.address);
    const cookie = headers.get("cookie") ?? undefined;
    const contentType = plainType(headers.get("content-type"));
    if (contentType !== undefined) headers.set("content-type", contentType);
    const signed = { method, target: url.pathname + url.search, body, cookie, origin: from.origin, address: from.address, contentType };
    const reads = mode === "read" || ((method === "GET" || method === "HEAD") && READS.test(url.pathname));
    if (!(await this.#breaker.allows(() => this.#probe()))) throw new BridgeError(`the core at ${this.#url.origin} didn't respond in time`, 0);
    const once = async (secret: string) => {
      headers.set(HEADER, await sign(mode, signed, secret, Math.floor(Date.now() / 1000)));
      return this.#fetch(url.href, {
        method,
        headers,
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout(reads ? this.#timeout.read : this.#timeout.act),
        ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
      });
    };
    try {
      const answer = await this.#accepting((secret) =>
        once(secret).catch((error: unknown) => {
          if ((mode === "read" || (reads && !url.pathname.endsWith("/session"))) && !isTimeout(error) && !isOverflow(error)) return once(secret);
          throw error;
        }),
      );
      this.#onAnswer();
      return answer;
    } catch (error) {
      if (reads && isTimeout(error)) this.#breaker.open();
      throw new BridgeError(`the core at ${this.#url.origin} ${whyNot(error)}`, 0, undefined, { cause: error });
    }
  }

  /** While secrets are replaced the core may know another of the list: what it rejects is signed once more by the next. */
  async #accepting(send: (secret: string) => Promise<Response>): Promise<Response> {
    const at = this.#accepted;
    const answer = await send(this.#secrets[at]!);
    if (this.#secrets.length === 1 || answer.status !== 401 || !(await isWrongSignature(answer))) return answer;
    const next = (at + 1) % this.#secrets.length;
    const second = await send(this.#secrets[next]!);
    if (second.status !== 401) this.#accepted = next;
    return second;
  }

  /** Any answer, of any status, proves that the core answers. */
  async #probe(): Promise<void> {
    const answer = await this.#fetch(`${this.#url.origin}${this.#corePath ?? ""}/providers`, {
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(this.#timeout.read),
    });
    await answer.body?.cancel();
  }
}

interface Described {
  /** When it was asked for. */
  at: number;
  description: Promise<Description>;
  /** Once it has come. */
  known?: Description;
  refreshing: boolean;
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

/**
 * Without the `charset` that changes nothing, as `fetch` adds it to forms: HTTP servers hand it on in a spelling of their
 * own, and the signature would no longer fit.
 */
function plainType(type: string | null): string | undefined {
  return type?.replace(/^(application\/(?:x-www-form-urlencoded|json))\s*;\s*charset="?utf-?8"?\s*$/i, "$1");
}

/** Returns the answer, or throws its error. */
function thrown(answer: Answer): Answer {
  if (answer.error) throw answer.error;
  return answer;
}

function below(pathname: string, basePath: string): boolean {
  return pathname.startsWith(`${basePath}/`);
}

/** Recognized by its name: on the edge an error may be of another realm's class. */
function isTimeout(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === "TimeoutError";
}

/** The call failed on its way, neither by time nor by size. */
function isBroken(error: BridgeError): boolean {
  return error.status === 0 && error.cause !== undefined && !isTimeout(error.cause) && !isOverflow(error.cause);
}

async function isWrongSignature(answer: Response): Promise<boolean> {
  const { error } = ((await answer.clone().json().catch(() => null)) ?? {}) as { error?: unknown };
  return error === "the signature is wrong";
}

function isOverflow(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return code === OVERFLOW || cause?.code === OVERFLOW;
}

function whyNot(error: unknown): string {
  if (isTimeout(error)) return "didn't respond in time";
  if (!isOverflow(error)) return "couldn't be reached";
  const mend = "keep less in the session, or set NODE_OPTIONS=--max-http-header-size=32768";
  return `answered with more headers than this process reads (${OVERFLOW}), as a large session does; ${mend}`;
}

/** The core's answer as the browser gets it. */
async function returned(answer: Response, origin: string, paths: Paths, isSession: boolean): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const name of NOT_RETURNED) headers.delete(name);
  headers.delete("set-cookie");
  for (const line of answer.headers.getSetCookie()) headers.append("set-cookie", setCookieOutward(line, paths));
  const location = headers.get("location");
  if (location) headers.set("location", outward(location, origin, paths));
  if (answer.status === 204 || answer.status === 304) return new Response(null, { status: answer.status, headers });
  const type = headers.get("content-type") ?? "";
  // What a session holds is the application's own.
  const text = paths.site !== paths.core && /json|html/.test(type) && !isSession;
  const body = text ? translated(await answer.text(), type, origin, paths) : await answer.arrayBuffer();
  return new Response(body, { status: answer.status, headers });
}

function translated(text: string, type: string, origin: string, paths: Paths): string {
  if (type.includes("html")) return pageOutward(text, origin, paths);
  try {
    return JSON.stringify(JSON.parse(text), (key, value: unknown) =>
      typeof value === "string" && /^(url|signinUrl|callbackUrl)$/.test(key) ? outward(value, origin, paths) : value,
    );
  } catch {
    return text;
  }
}
