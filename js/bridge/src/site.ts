import { bodyOf } from "./body.js";
import { Bridge, type Answer, type Core, type Description, type Fields, type Post, type Visitor } from "./bridge.js";
import { isPublic } from "./client-address.js";
import { parseCookies, toSetCookie, type Cookie } from "./cookies.js";
import { compare } from "./description.js";
import type { Environment } from "./environment.js";
import { AuthError, BridgeError, ConfigurationError } from "./errors.js";
import { hookReceiver, hooksOf } from "./hooks.js";
import { publicOrigin } from "./origin.js";
import { Outages, reached } from "./outages.js";
import { Recent } from "./recent.js";
import type { Prolongs } from "./renewal.js";
import { fieldsOf, HEADERS, sessionRoute } from "./session-route.js";
import { Sessions, type Kept } from "./sessions.js";
import { settingsOf, type Settings } from "./settings.js";
import { traitsOf } from "./strategies.js";
import type { Logger, OpenSession, Session, SiteConfig } from "./types.js";
import { unavailable } from "./unavailable.js";
import { csrfAnswer, isOwnSignOut } from "./without-core.js";

export interface SignIn {
  /** A provider's id; without one the page on which visitors choose. */
  provider: string | undefined;
  /** Where to go then. */
  redirectTo: string;
  /** Further fields: credentials, an address. */
  fields: Fields;
  /** For the provider's own page. */
  authorizationParams: string | undefined;
}

/** Where to send the browser, with these cookies. */
export interface Redirected {
  redirect: string;
  cookies: Cookie[];
}

declare const process: { env: Environment };

/** By what makes them different, so that a configuration made for each request asks the core no more often. */
const bridges = new WeakMap<object, Recent<string, Bridge>>();
const MOST_BRIDGES = 1_000;
/** After so long an id of a provider that is not known is asked for again. */
const PROVIDERS_AGE = 10_000;
/** For so long a redirect to the sign-in page waits to learn which page that is: milliseconds. */
const PAGES_WAIT = 250;
/** Tells the rest of a request that its middleware had no answer of the core. Signed, as visitors may send it too. */
export const UNKNOWN_HEADER = "x-cardea-session-unknown";
/** Hands what the middleware of a request read on to the rest of it. Sealed, as visitors may send it too. */
export const READING_HEADER = "x-cardea-session";

/** What a site does by means of the core, whatever its framework. */
export class Site {
  readonly settings: Settings;
  readonly bridge: Bridge;
  readonly #sessions: Sessions;
  readonly #outages: Outages;

  /**
   * @param basePath where the routes are if nothing says otherwise
   * @param scope the function that makes the configuration for each request; it is the same for all of them, so that within a
   *     request they share one read
   */
  constructor(
    readonly config: SiteConfig,
    basePath: string,
    environment: Environment = typeof process === "undefined" ? {} : process.env,
    scope: object = config,
  ) {
    this.settings = settingsOf(config, environment, basePath);
    this.bridge = bridgeOf(this.settings, config);
    this.#outages = new Outages(this.bridge, this.settings.logger, config.onCoreError);
    const compared = (description: Description, visitor: Visitor) => this.#compared(description, visitor).core;
    this.#sessions = new Sessions(this.bridge, this.settings, config, this.#outages, compared, scope);
    if (config.session === "local-then-remote" || config.localFor !== undefined) {
      this.#outages.report("session-mode: `local-then-remote` and `localFor` mean `local` now; leave them out, or set `session: \"remote\"`");
    }
  }

  /**
   * Who asks.
   *
   * @param url the framework's idea of the address, where it has one
   * @param peer the address of the connection, where the framework knows it
   */
  visitor(headers: Headers, url?: string, peer?: string): Visitor {
    const address = this.settings.clientAddress(headers, peer);
    return {
      origin: publicOrigin(headers, this.settings, url),
      cookie: headers.get("cookie"),
      ...(address ? { address } : {}),
      headers: passed(headers),
      ...(headers.get(UNKNOWN_HEADER) ? { unknown: headers.get(UNKNOWN_HEADER)! } : {}),
      ...(headers.get(READING_HEADER) ? { reading: headers.get(READING_HEADER)! } : {}),
      request: headers,
    };
  }

  /**
   * Answers a request below the base path: hooks by this site, everything else by the core.
   *
   * @param peer the address of the connection, where the framework knows it
   */
  async handle(request: Request, peer?: string): Promise<Response> {
    const { basePath, secrets, logger } = this.settings;
    const path = `${basePath}/hooks`;
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${path}/`)) {
      const onError = (error: unknown, name: string) => logger.error(new Error(`${name} failed`, { cause: error }));
      return hookReceiver(hooksOf(this.config), { secret: secrets, path, origin: (asked) => this.#origin(asked), onError })(request);
    }
    this.#reportBasePath(pathname);
    try {
      const visitor = this.visitor(request.headers, request.url, peer);
      if (request.method === "POST") this.#reportUnknownAddress(visitor);
      return await this.#answer(request, visitor);
    } catch (error) {
      if (error instanceof BridgeError) return unavailable(request.headers, this.#outages.failed(error));
      if (!(error instanceof AuthError)) throw error;
      logger.error(error);
      const status = error.type === "UnknownAction" ? 400 : 500;
      return Response.json({ message: "Sign-in is not available; the server's log tells why" }, { status });
    }
  }

  async #answer(request: Request, visitor: Visitor): Promise<Response> {
    const from = { origin: visitor.origin, address: visitor.address };
    const route = routeOf(request, this.settings.basePath);
    if (route === "POST sessions") return this.#endedSessions(request, visitor);
    if (route === "GET csrf" || route === "POST signout") return this.#answerAnyway(route, request, visitor);
    if (!route.endsWith(" session")) return this.#passedOn(request, visitor);
    const body = request.method === "POST" ? await bodyOf(request) : undefined;
    const own = await sessionRoute(this.#sessions, request, visitor, body);
    if (own) return own;
    await this.describe(visitor);
    const { cookie } = await this.#sessions.ahead(visitor);
    if (request.method !== "POST") return this.bridge.forward(withCookie(request, cookie), from);
    if (!body) return Response.json({ message: "the body is too large" }, { status: 413 });
    const { url, method, headers } = withCookie(request, cookie);
    const answer = await this.bridge.forward(new Request(url, { method, headers, body }), from);
    return answer.headers.getSetCookie().length > 0 ? withCookies(answer, await this.#sessions.replaced(visitor)) : answer;
  }

  /** Passes a request on that may end the session. */
  async #passedOn(request: Request, visitor: Visitor): Promise<Response> {
    await this.describe(visitor);
    const answer = await this.bridge.forward(request, { origin: visitor.origin, address: visitor.address });
    const set = answer.headers.getSetCookie().flatMap(nameAndValue);
    if (!set.some(({ name }) => this.#sessions.isSessionCookie(name, visitor.origin))) return answer;
    const isSignOut = routeOf(request, this.settings.basePath) === "POST signout";
    return withCookies(answer, await (isSignOut ? this.#sessions.signedOut(visitor) : this.#sessions.signedIn(visitor, set)));
  }

  /** A browser ends sessions; what it ended is not accepted here from now on. */
  async #endedSessions(request: Request, visitor: Visitor): Promise<Response> {
    const body = await bodyOf(request);
    if (!body) return Response.json({ message: "the body is too large" }, { status: 413 });
    const { url, method, headers } = request;
    const which = fieldsOf(body, headers.get("content-type") ?? "")?.["end"];
    // Unknown where the core did not answer, or failed.
    let isEnded = true;
    try {
      const answer = await this.#passedOn(new Request(url, { method, headers, body }), visitor);
      isEnded = answer.status < 400 || answer.status >= 500;
      return answer;
    } finally {
      if (isEnded && typeof which === "string") await this.#sessions.ended(visitor, which);
    }
  }

  /** What a user needs to sign out or to change the session is answered here while the core does not answer. */
  async #answerAnyway(route: "GET csrf" | "POST signout", request: Request, visitor: Visitor): Promise<Response> {
    const { secrets } = this.settings;
    const body = route === "POST signout" ? await bodyOf(request) : undefined;
    if (route === "POST signout" && !body) return Response.json({ message: "the body is too large" }, { status: 413 });
    const { url, method, headers } = request;
    try {
      return await this.#passedOn(new Request(url, { method, headers, ...(body ? { body } : {}) }), visitor);
    } catch (error) {
      const core = this.bridge.described(visitor.origin)?.core;
      if (!(error instanceof BridgeError) || !core || core.csrfChecked !== true) throw error;
      this.#outages.log(error);
      if (!body) {
        const { csrfToken, cookies } = await csrfAnswer(visitor, core, secrets);
        return withCookies(Response.json({ csrfToken }, { headers: HEADERS }), cookies);
      }
      const fields = fieldsOf(body, headers.get("content-type") ?? "") ?? {};
      if (!(await isOwnSignOut(headers, visitor, core, secrets, fields["csrfToken"]))) throw error;
      const { redirect, cookies } = await this.#signOutHere(visitor, core, String(fields["callbackUrl"] ?? "/"));
      const isScript = headers.has("x-auth-return-redirect");
      const answer = isScript ? Response.json({ url: redirect }, { headers: HEADERS }) : new Response(null, { status: 302, headers: { ...HEADERS, location: redirect } });
      return withCookies(answer, cookies);
    }
  }

  /**
   * Signs a user out of this browser without the core. A database session cannot be ended, so the log says that it remains:
   * a user who clicked to sign out must not stay signed in on a computer that others use.
   */
  async #signOutHere(visitor: Visitor, core: Core, redirectTo: string): Promise<Redirected> {
    const cookies = await this.#sessions.signOutHere(visitor, core);
    if (traitsOf(core.strategy).isStored && cookies.length > 0) {
      this.settings.logger.warn("session-remains: a user signed out while the core did not answer; the cookie is deleted, and the session stays in the store until it expires or the user ends it in the list of devices");
    }
    return { redirect: ownAddress(redirectTo, visitor.origin), cookies };
  }

  /** Who is signed in; nothing is written, so nothing is prolonged. */
  async read(visitor: Visitor): Promise<Session | null> {
    return (await this.check(visitor, false)).session;
  }

  /** Who is signed in, prolonged. */
  keep(visitor: Visitor): Promise<Kept> {
    return this.check(visitor, true);
  }

  /** Who is signed in. @param prolongs which cookies the answer may hold */
  check(visitor: Visitor, prolongs: Prolongs): Promise<Kept> {
    return this.#sessions.check(visitor, prolongs);
  }

  /** The value of {@link UNKNOWN_HEADER} for the rest of a request whose session is unknown. */
  unknownHeader(): Promise<string> {
    return this.#sessions.unknownHeader();
  }

  /** The value of {@link READING_HEADER} for the rest of a request; undefined where nothing is to be shared. */
  readingHeader(kept: Kept): Promise<string | undefined> {
    return this.#sessions.readingHeader(kept);
  }

  /** Whether a name is that of the session cookie or one of its chunks. */
  isSessionCookie(name: string, { origin }: Visitor): boolean {
    return this.#sessions.isSessionCookie(name, origin);
  }

  /** The answer to a visitor whose session is unknown. @param reference of {@link Kept} */
  unavailable(headers: Headers, reference: string): Response {
    return unavailable(headers, reference);
  }

  /** Changes the session; the `jwt` callback gets the data. */
  update(visitor: Visitor, data: unknown): Promise<Kept> {
    return this.#sessions.update(visitor, data);
  }

  /**
   * The sessions of the signed-in user; none where no user is signed in.
   *
   * @throws ConfigurationError where the core keeps no sessions that can be listed
   * @throws BridgeError where the core did not answer
   */
  async openSessions(visitor: Visitor): Promise<OpenSession[]> {
    const { body } = await this.#ofSessions(visitor);
    return Array.isArray(body) ? (body as OpenSession[]) : [];
  }

  /**
   * Ends sessions of the signed-in user: that with an id, all `others`, or `all`. Make sure before that the browser is this
   * site's visitor.
   *
   * @returns how many, and the cookies to set
   * @throws ConfigurationError where the core keeps no sessions that can be ended
   * @throws BridgeError where the core did not answer, so that it is unknown
   */
  async endSessions(visitor: Visitor, which: string): Promise<{ ended: number; cookies: Cookie[] }> {
    let ended: number | undefined;
    try {
      const { body, cookies } = await this.#ofSessions(visitor, { json: { end: which } });
      ended = Number((body as { ended?: unknown } | null)?.ended ?? 0);
      const more = cookies.length > 0 ? await this.#sessions.signedOut(visitor) : [];
      return { ended, cookies: [...cookies, ...more] };
    } finally {
      if (ended !== 0) await this.#sessions.ended(visitor, which);
    }
  }

  async #ofSessions(visitor: Visitor, post?: Post): Promise<Answer> {
    const answer = await this.bridge.act("sessions", visitor, post);
    if (answer.error?.type === "UnknownAction") {
      throw new ConfigurationError("the core can't list or end sessions; set `session.strategy: revocable` in the core", { cause: answer.error });
    }
    if (answer.error) throw answer.error;
    return answer;
  }

  /** Begins a sign-in, or ends one with credentials. @throws AuthError why not */
  async signIn(visitor: Visitor, { provider, redirectTo, fields, authorizationParams }: SignIn): Promise<Redirected> {
    this.#reportUnknownAddress(visitor);
    const type = provider === undefined ? undefined : await this.#typeOf(provider, visitor);
    if (type === undefined || type === "webauthn") {
      const page = await this.page("signIn", visitor);
      return { redirect: `${page}${page.includes("?") ? "&" : "?"}${new URLSearchParams({ callbackUrl: redirectTo })}`, cookies: [] };
    }
    const action = `${type === "credentials" ? "callback" : "signin"}/${encodeURIComponent(provider!)}`;
    const query = authorizationParams ? `?${authorizationParams}` : "";
    const form = { ...fields, callbackUrl: redirectTo };
    const { redirect, cookies, error } = await this.bridge.act(action + query, visitor, { form });
    if (error) throw error;
    const isSignedIn = cookies.some(({ name }) => this.#sessions.isSessionCookie(name, visitor.origin));
    const more = isSignedIn ? await this.#sessions.signedIn(visitor, cookies) : [];
    return { redirect: redirect ?? ownAddress(redirectTo, visitor.origin), cookies: [...cookies, ...more] };
  }

  /**
   * Ends the session; while the core does not answer, in this browser alone.
   *
   * @returns with `federated` an address that the browser itself must open, to continue at the provider; else `redirectTo`
   * @throws AuthError if the store could not end it
   */
  async signOut(visitor: Visitor, redirectTo: string, { federated = false }: { federated?: boolean | undefined } = {}): Promise<Redirected> {
    let answer: Answer;
    try {
      answer = await this.bridge.act("signout", visitor, { form: { callbackUrl: redirectTo, ...(federated ? { federated: "true" } : {}) } });
    } catch (error) {
      const core = this.bridge.described(visitor.origin)?.core;
      if (!(error instanceof BridgeError) || !core) throw error;
      this.#outages.log(error);
      return this.#signOutHere(visitor, core, redirectTo);
    }
    const { redirect, cookies, error } = answer;
    if (error) throw error;
    // Where this is the first request of the process, the name and the attributes of the change cookie are not known yet.
    if (!this.bridge.described(visitor.origin)) await this.describe(visitor).catch(() => {});
    const more = await this.#sessions.signedOut(visitor);
    return { redirect: redirect ?? ownAddress(redirectTo, visitor.origin), cookies: [...cookies, ...more] };
  }

  /** @throws ConfigurationError where the core and this site disagree about who decides */
  async describe(visitor: Visitor, ifOlderThan?: number): Promise<Description> {
    return this.#compared(await this.bridge.describe(visitor, ifOlderThan), visitor);
  }

  /** What the core is like; settings of this site that contradict it are reported, each once. */
  #compared(description: Description, { origin }: Visitor): Description {
    compare(description.core, { config: this.config, settings: this.settings, outages: this.#outages, origin });
    return description;
  }

  /** The absolute address of a page: this site's, or the core's own. */
  async page(name: "signIn" | "error", visitor: Visitor): Promise<string> {
    const { origin } = visitor;
    const own = this.config.pages?.[name] ?? (await this.#pages(visitor))[name];
    return new URL(own ?? `${this.settings.basePath}/${name === "signIn" ? "signin" : "error"}`, origin).href;
  }

  /**
   * The pages of the application that the core names. In a process that has not heard of the core yet, a visitor does not
   * wait for a core that hangs: the built-in page redirects to that of the application.
   */
  async #pages(visitor: Visitor): Promise<Description["core"]["pages"]> {
    const named = this.describe(visitor).then(
      ({ core }) => core.pages,
      () => ({}),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<object>((resolve) => (timer = setTimeout(resolve, PAGES_WAIT, {})));
    return Promise.race([named, late]).finally(() => clearTimeout(timer));
  }

  async #typeOf(provider: string, visitor: Visitor): Promise<string | undefined> {
    const known = async (age?: number) => {
      const { providers } = await this.describe(visitor, age);
      return Object.hasOwn(providers, provider) ? providers[provider]!.type : undefined;
    };
    return (await known()) ?? known(PROVIDERS_AGE);
  }

  /** Where browsers find this site by this request; undefined where its host is not trusted. */
  #origin({ headers, url }: Request): string | undefined {
    try {
      return publicOrigin(headers, this.settings, url);
    } catch {
      return undefined;
    }
  }

  /** Without addresses of visitors, the core limits attempts by account and mailbox alone. */
  #reportUnknownAddress({ address }: Visitor): void {
    if (!this.settings.inProduction || this.config.clientAddress !== undefined || isPublic(address)) return;
    this.#outages.report("client-address-unknown: the core cannot limit attempts by the visitor's address; set `clientAddress` to the number of proxies in front of this site that append to X-Forwarded-For, 0 for no proxy");
  }

  /** Handlers that are mounted elsewhere than `basePath` answer with addresses that lead nowhere. */
  #reportBasePath(pathname: string): void {
    const { basePath } = this.settings;
    // Providers and mails lead to the core's own path, where handlers may be mounted too.
    if (pathname.startsWith(`${basePath}/`) || /\/((callback|(back|front)channel-logout)\/[^/]+|logout|initiate)\/?$/.test(pathname)) return;
    const mounted = pathname.replace(/\/(session|csrf|providers|signin|signout|error|verify-request)(\/.*)?$/, "");
    this.#outages.report(`base-path-differs: a request for ${pathname} came, and \`basePath\` is ${basePath || "/"}; set \`basePath: "${mounted || "/"}"\`, or move the route below ${basePath || "/"}`);
  }
}

function bridgeOf({ core, secrets, basePath, logger }: Settings, { timeout, fetch: given, debug = false }: SiteConfig): Bridge {
  const by = given ?? globalThis;
  let all = bridges.get(by);
  if (!all) bridges.set(by, (all = new Recent(MOST_BRIDGES)));
  const key = JSON.stringify([core, secrets, basePath, timeout, debug]);
  let bridge = all.get(key);
  if (!bridge) {
    const options = { url: core, secret: secrets, basePath };
    const calls = debug ? logged(given ?? ((input, init) => fetch(input, init)), logger) : given;
    const onAnswer = () => reached(made, logger);
    const made = new Bridge({ ...options, onAnswer, ...(timeout ? { timeout } : {}), ...(calls ? { fetch: calls } : {}) });
    all.set(key, (bridge = made));
  }
  return bridge;
}

/** Logs each call of the core: method, path, status and time. Queries, headers and bodies may have secrets. */
function logged(calls: typeof fetch, logger: Logger): typeof fetch {
  return async (input, init) => {
    const begin = performance.now();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const report = (result: string) => logger.debug(`core: ${init?.method ?? "GET"} ${pathname} ${result} in ${Math.round(performance.now() - begin)} ms`);
    try {
      const answer = await calls(input, init);
      report(`answered ${answer.status}`);
      return answer;
    } catch (error) {
      report("was not answered");
      throw error;
    }
  };
}

function withCookies(answer: Response, cookies: readonly Cookie[]): Response {
  for (const cookie of cookies) answer.headers.append("set-cookie", toSetCookie(cookie));
  return answer;
}

/** A request as it came, but for this `Cookie` header. */
function withCookie(request: Request, cookie: string | null | undefined): Request {
  if (!cookie || cookie === request.headers.get("cookie")) return request;
  const headers = new Headers(request.headers);
  headers.set("cookie", cookie);
  return new Request(request.url, { method: request.method, headers });
}

/** Of a `Set-Cookie` header. */
function nameAndValue(line: string): Cookie[] {
  return Array.from(parseCookies(line.split(";", 1)[0]), ([name, value]) => ({ name, value, options: {} }));
}

/** A request's method and its path below the routes: `GET session`. */
function routeOf(request: Request, basePath: string): string {
  const path = new URL(request.url).pathname.replace(/\/$/, "");
  return `${request.method} ${path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : path}`;
}

/** An address that the core did not check: one of this site, or its home page. */
function ownAddress(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  return url?.origin === origin ? url.href : origin;
}

/** What says something of the body, the connection or this framework's call, or would be taken for the browser's own call. */
const OF_THE_CALL = /^(cookie|content-.*|origin|range|if-.*|sec-.*|next-.*|rsc|purpose|x-auth-return-redirect|x-cardea-.*|x-middleware-.*)$/;

/** What the core may want of a visitor's request, for its pages' language and its log, and `authorize` for its own checks. */
function passed(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_CALL.test(name)));
}
