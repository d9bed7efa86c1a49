import { Bridge, type Description, type Fields, type Visitor } from "./bridge.js";
import { parseCookies, sessionToken, type Cookie } from "./cookies.js";
import { disagreement } from "./called-hooks.js";
import { AuthError, BridgeError, ConfigurationError } from "./errors.js";
import { hookReceiver, hooksOf } from "./hooks.js";
import { clientAddress, publicOrigin } from "./origin.js";
import { Recent } from "./recent.js";
import { settingsOf, type Environment, type Settings } from "./settings.js";
import { sign } from "./signature.js";
import { decode } from "./token.js";
import { isUnverified } from "./unverified.js";
import type { JWT, PagesOptions, Session, SiteConfig } from "./types.js";
import { unavailable } from "./unavailable.js";

/** The session, and what a browser has to be told to keep it. */
export interface Kept {
  session: Session | null;
  cookies: Cookie[];
  /** The core gave no answer, so it is unknown who is signed in; the reference that the log has. */
  unknown?: string;
}

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
const SESSION_COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"];
/** Those that did not answer last, each with the reference of its outage. */
const down = new WeakMap<Bridge, string>();
/** What was reported of each already. */
const reported = new WeakMap<Bridge, Set<string>>();
/** Tells the rest of a request that its middleware had no answer of the core. Signed, as visitors may send it too. */
export const UNKNOWN_HEADER = "x-cardea-session-unknown";
/** Seconds for which that counts: a request does not last longer. */
const UNKNOWN_AGE = 30;

/** What a site does by means of the core, whatever its framework. */
export class Site {
  readonly settings: Settings;
  readonly bridge: Bridge;

  /** @param basePath where the routes are if nothing says otherwise */
  constructor(
    readonly config: SiteConfig,
    basePath: string,
    environment: Environment = typeof process === "undefined" ? {} : process.env,
  ) {
    this.settings = settingsOf(config, environment, basePath);
    this.bridge = bridgeOf(this.settings, config);
  }

  /** Who asks. @param url the framework's idea of the address, where it has one */
  visitor(headers: Headers, url?: string): Visitor {
    const address = this.settings.trustHost ? clientAddress(headers, this.settings.proxies) : undefined;
    return {
      origin: publicOrigin(headers, this.settings, url),
      cookie: headers.get("cookie"),
      ...(address ? { address } : {}),
      headers: passed(headers),
      ...(headers.get(UNKNOWN_HEADER) ? { unknown: headers.get(UNKNOWN_HEADER)! } : {}),
    };
  }

  /** Answers a request below the base path: hooks by this site, everything else by the core. */
  async handle(request: Request, address?: string): Promise<Response> {
    const { basePath, secrets, logger } = this.settings;
    const path = `${basePath}/hooks`;
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${path}/`)) {
      const onError = (error: unknown, name: string) => logger.error(new Error(`${name} failed`, { cause: error }));
      return hookReceiver(hooksOf(this.config), { secret: secrets, path, onError })(request);
    }
    this.#reportBasePath(pathname);
    try {
      const visitor = this.visitor(request.headers, request.url);
      await this.describe(visitor);
      return await this.bridge.forward(request, { origin: visitor.origin, address: visitor.address ?? address });
    } catch (error) {
      if (error instanceof BridgeError) return unavailable(request.headers, this.#failed(error));
      if (!(error instanceof AuthError)) throw error;
      logger.error(error);
      const status = error.type === "UnknownAction" ? 400 : 500;
      return Response.json({ message: "Sign-in is not available; the server's log tells why" }, { status });
    }
  }

  /** Who is signed in; nothing is written, so nothing is prolonged. */
  async read(visitor: Visitor): Promise<Session | null> {
    return (await this.check(visitor, false)).session;
  }

  /** Who is signed in, prolonged. */
  keep(visitor: Visitor): Promise<Kept> {
    return this.check(visitor, true);
  }

  /** Who is signed in. @param prolongs whether the answer may hold cookies that prolong the session */
  check(visitor: Visitor, prolongs: boolean): Promise<Kept> {
    if (prolongs) return this.#checked(visitor, () => this.bridge.keep(visitor));
    return this.#checked(visitor, async () => ({ session: await this.bridge.session(visitor), cookies: [] }));
  }

  /** The value of {@link UNKNOWN_HEADER} for the rest of a request whose session is unknown. */
  unknownHeader(): Promise<string> {
    return sign("read", { method: "UNKNOWN", target: "" }, this.settings.secrets[0]!, Math.floor(Date.now() / 1000));
  }

  /** The answer to a visitor whose session is unknown. @param reference of {@link Kept} */
  unavailable(headers: Headers, reference: string): Response {
    return unavailable(headers, reference);
  }

  /** Changes the session; the `jwt` callback gets the data. */
  async update(visitor: Visitor, data: unknown): Promise<Kept> {
    const { body, cookies, error } = await this.bridge.act("session", visitor, { json: { data } });
    if (error) throw error;
    return { session: (body ?? null) as Session | null, cookies };
  }

  /** Begins a sign-in, or ends one with credentials. @throws AuthError why not */
  async signIn(visitor: Visitor, { provider, redirectTo, fields, authorizationParams }: SignIn): Promise<Redirected> {
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
    return { redirect: redirect ?? ownAddress(redirectTo, visitor.origin), cookies };
  }

  async signOut(visitor: Visitor, redirectTo: string): Promise<Redirected> {
    const { redirect, cookies, error } = await this.bridge.act("signout", visitor, { form: { callbackUrl: redirectTo } });
    if (error) throw error;
    return { redirect: redirect ?? ownAddress(redirectTo, visitor.origin), cookies };
  }

  /** @throws ConfigurationError where the core and this site disagree about who decides */
  async describe(visitor: Visitor, ifOlderThan?: number): Promise<Description> {
    const description = await this.bridge.describe(visitor, ifOlderThan);
    const { errors, warnings } = disagreement(this.config, description.core.hooks, `${this.settings.basePath}/hooks`);
    for (const warning of warnings) this.#report(`hooks-differ: ${warning}`);
    if (errors.length) throw new ConfigurationError(errors.join(". "));
    return description;
  }

  /** The absolute address of a page: this site's, or the core's own. */
  async page(name: "signIn" | "error", visitor: Visitor): Promise<string> {
    const { origin } = visitor;
    const own = this.config.pages?.[name] ?? (await this.#pages(visitor))[name];
    return new URL(own ?? `${this.settings.basePath}/${name === "signIn" ? "signin" : "error"}`, origin).href;
  }

  /** While the core does not answer, its built-in pages are not there either. */
  async #pages(visitor: Visitor): Promise<Description["core"]["pages"]> {
    return this.describe(visitor).then(
      ({ core }) => core.pages,
      () => ({}),
    );
  }

  async #typeOf(provider: string, visitor: Visitor): Promise<string | undefined> {
    const known = async (age?: number) => {
      const { providers } = await this.describe(visitor, age);
      return Object.hasOwn(providers, provider) ? providers[provider]!.type : undefined;
    };
    return (await known()) ?? known(PROVIDERS_AGE);
  }

  async #checked(visitor: Visitor, ask: () => Promise<Kept>): Promise<Kept> {
    const mode = this.settings.session;
    const cookies = parseCookies(visitor.cookie);
    if (cookies.size === 0) return { session: null, cookies: [] };
    // Before the core has said how it calls its cookie, those of the usual names count.
    let names = SESSION_COOKIES;
    const present = () => names.some((each) => cookies.has(each) || cookies.has(`${each}.0`));
    try {
      if (mode !== "local") {
        const outage = down.get(this.bridge);
        if (present() && visitor.unknown && (await this.#isUnknown(visitor.unknown))) {
          return { session: null, cookies: [], unknown: outage ?? reference() };
        }
        names = [(await this.#described(visitor)).core.cookies["sessionToken"]!];
      }
      const name = names.find((each) => sessionToken(cookies, each) !== undefined);
      // A gap in the chunks is for the core to clear away.
      if (!name && !present()) return { session: null, cookies: [] };
      if (mode !== "remote" && name) {
        const token = await this.#open(sessionToken(cookies, name)!, name);
        const isOwn = token && !isUnverified(token) && (mode === "local" || this.#isYoung(token));
        if (isOwn) return { session: await this.#shaped(token), cookies: [] };
      }
      if (mode === "local") return { session: null, cookies: [] };
      const kept = await ask();
      down.delete(this.bridge);
      return kept;
    } catch (error) {
      if (!(error instanceof BridgeError) && !(error instanceof AuthError)) throw error;
      const unknown = this.#failed(error);
      return present() ? { session: null, cookies: [], unknown } : { session: null, cookies: [] };
    }
  }

  /** What the core is like; settings of this site that contradict it are reported, each once. */
  async #described(visitor: Visitor): Promise<Description> {
    const description = await this.describe(visitor);
    const at = (page: string | undefined) => (page === undefined ? "none" : new URL(page, visitor.origin).pathname);
    for (const [name, page] of Object.entries(this.config.pages ?? {})) {
      const cores = description.core.pages[name as keyof PagesOptions];
      if (page === undefined || at(page) === at(cores)) continue;
      this.#report(`pages-differ: \`pages.${name}\` is ${page} for this site and ${cores ?? "not set"} in the core, which sends visitors to its own; set ${page} in the core`);
    }
    return description;
  }

  /** Handlers that are mounted elsewhere than `basePath` answer with addresses that lead nowhere. */
  #reportBasePath(pathname: string): void {
    const { basePath } = this.settings;
    // Providers and mails lead to the core's own path, where handlers may be mounted too.
    if (pathname.startsWith(`${basePath}/`) || /\/callback\/[^/]+\/?$/.test(pathname)) return;
    const mounted = pathname.replace(/\/(session|csrf|providers|signin|signout|error|verify-request)(\/.*)?$/, "");
    this.#report(`base-path-differs: a request for ${pathname} came, and \`basePath\` is ${basePath || "/"}; set \`basePath: "${mounted || "/"}"\`, or move the route below ${basePath || "/"}`);
  }

  #report(warning: string): void {
    let all = reported.get(this.bridge);
    if (!all) reported.set(this.bridge, (all = new Set()));
    if (all.has(warning) || all.size >= 100) return;
    all.add(warning);
    this.settings.logger.warn(warning);
  }

  async #isUnknown(header: string): Promise<boolean> {
    const seconds = Number(header.split(".")[2]);
    if (!Number.isInteger(seconds) || Math.abs(Date.now() / 1000 - seconds) > UNKNOWN_AGE) return false;
    for (const secret of this.settings.secrets) {
      if (same(header, await sign("read", { method: "UNKNOWN", target: "" }, secret, seconds))) return true;
    }
    return false;
  }

  #open(token: string, salt: string): Promise<JWT | null> {
    return decode({ token, secret: this.settings.secrets, salt }).catch(() => null);
  }

  #isYoung(token: JWT): boolean {
    return (token.iat ?? 0) > Date.now() / 1000 - (this.config.localFor ?? 60);
  }

  /** As the core shapes it where there are no callbacks, with those that run here. */
  async #shaped(token: JWT): Promise<Session | null> {
    const { sub: id, name, email, picture: image } = token;
    const present = Object.entries({ id, name, email, image }).filter(([, value]) => value !== undefined);
    const user = Object.fromEntries(present);
    const session: Session = { user, expires: new Date(token.exp! * 1000).toISOString() };
    const callback = this.config.callbacks?.session as ((params: { session: Session; token: JWT }) => unknown) | undefined;
    return callback ? ((await callback({ session, token })) as Session | null) : session;
  }

  /** Logged once until the core answers again, not for each visitor. @returns the reference that the log has */
  #failed(error: BridgeError | AuthError): string {
    const known = down.get(this.bridge);
    const id = known ?? error.id ?? reference();
    if (!(error instanceof BridgeError)) {
      this.settings.logger.error(error);
      return error.id ?? id;
    }
    error.id = id;
    if (known === undefined) this.settings.logger.error(error);
    down.set(this.bridge, id);
    this.config.onCoreError?.(error);
    return id;
  }
}

function bridgeOf({ core, secrets, basePath }: Settings, { timeout, fetch }: SiteConfig): Bridge {
  const by = fetch ?? globalThis;
  let all = bridges.get(by);
  if (!all) bridges.set(by, (all = new Recent(MOST_BRIDGES)));
  const key = JSON.stringify([core, secrets, basePath, timeout]);
  let bridge = all.get(key);
  if (!bridge) {
    const options = { url: core, secret: secrets, basePath };
    all.set(key, (bridge = new Bridge({ ...options, ...(timeout ? { timeout } : {}), ...(fetch ? { fetch } : {}) })));
  }
  return bridge;
}

/** An address that the core did not check: one of this site, or its home page. */
function ownAddress(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  return url?.origin === origin ? url.href : origin;
}

function reference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares in constant time. */
function same(a: string, b: string): boolean {
  let differs = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) differs |= (a.charCodeAt(i) || 0) ^ b.charCodeAt(i);
  return differs === 0;
}

/** What the core may want of a visitor's request: for its pages' language, its log, its callbacks. */
function passed(headers: Headers): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of ["accept-language", "user-agent"]) {
    const value = headers.get(name);
    if (value) all[name] = value;
  }
  return all;
}
