import { Bridge, type Description, type Fields, type Visitor } from "./bridge.js";
import { parseCookies, sessionToken, type Cookie } from "./cookies.js";
import { AuthError, BridgeError } from "./errors.js";
import { hookReceiver, hooksOf } from "./hooks.js";
import { clientAddress, publicOrigin } from "./origin.js";
import { settingsOf, type Environment, type Settings } from "./settings.js";
import { decode } from "./token.js";
import type { JWT, Session, SiteConfig } from "./types.js";

/** The session, and what a browser has to be told to keep it. */
export interface Kept {
  session: Session | null;
  cookies: Cookie[];
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
const bridges = new WeakMap<object, Map<string, Bridge>>();
const MOST_BRIDGES = 100;
/** After so long an id of a provider that is not known is asked for again. */
const PROVIDERS_AGE = 10_000;
const SESSION_COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"];
/** Those that did not answer last. */
const down = new WeakSet<Bridge>();

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
    };
  }

  /** Answers a request below the base path: hooks here, everything else by the core. */
  async handle(request: Request, address?: string): Promise<Response> {
    const { basePath, secrets, logger } = this.settings;
    const path = `${basePath}/hooks`;
    if (new URL(request.url).pathname.startsWith(`${path}/`)) {
      const onError = (error: unknown, name: string) => logger.error(new Error(`${name} failed`, { cause: error }));
      return hookReceiver(hooksOf(this.config), { secret: secrets, path, onError })(request);
    }
    try {
      const visitor = this.visitor(request.headers, request.url);
      return await this.bridge.forward(request, { origin: visitor.origin, address: visitor.address ?? address });
    } catch (error) {
      if (error instanceof BridgeError) this.#failed(error);
      else if (error instanceof AuthError) logger.error(error);
      else throw error;
      return Response.json({ message: "Sign-in is not available; the server's log tells why" }, { status: unavailable(error) });
    }
  }

  /** Who is signed in; nothing is written, so nothing is prolonged. */
  async read(visitor: Visitor): Promise<Session | null> {
    return (await this.#checked(visitor, async () => ({ session: await this.bridge.session(visitor), cookies: [] }))).session;
  }

  /** Who is signed in, prolonged. */
  keep(visitor: Visitor): Promise<Kept> {
    return this.#checked(visitor, () => this.bridge.keep(visitor));
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
    return { redirect: redirect ?? redirectTo, cookies };
  }

  async signOut(visitor: Visitor, redirectTo: string): Promise<Redirected> {
    const { redirect, cookies, error } = await this.bridge.act("signout", visitor, { form: { callbackUrl: redirectTo } });
    if (error) throw error;
    return { redirect: redirect ?? redirectTo, cookies };
  }

  describe(visitor: Visitor): Promise<Description> {
    return this.bridge.describe(visitor);
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
      const { providers } = await this.bridge.describe(visitor, age);
      return Object.hasOwn(providers, provider) ? providers[provider]!.type : undefined;
    };
    return (await known()) ?? known(PROVIDERS_AGE);
  }

  async #checked(visitor: Visitor, ask: () => Promise<Kept>): Promise<Kept> {
    const mode = this.settings.session;
    try {
      const names = mode === "local" ? SESSION_COOKIES : [(await this.describe(visitor)).core.cookies["sessionToken"]!];
      const cookies = parseCookies(visitor.cookie);
      const name = names.find((each) => sessionToken(cookies, each) !== undefined);
      // A gap in the chunks is for the core to clear away.
      if (!name && !names.some((each) => cookies.has(each) || cookies.has(`${each}.0`))) return { session: null, cookies: [] };
      if (mode !== "remote" && name) {
        const token = await this.#open(sessionToken(cookies, name)!, name);
        if (token && (mode === "local" || this.#isYoung(token))) return { session: await this.#shaped(token), cookies: [] };
      }
      if (mode === "local") return { session: null, cookies: [] };
      const kept = await ask();
      down.delete(this.bridge);
      return kept;
    } catch (error) {
      if (error instanceof BridgeError) this.#failed(error);
      else if (error instanceof AuthError) this.settings.logger.error(error);
      else throw error;
      return { session: null, cookies: [] };
    }
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

  /** Told once until it is well again, not for each visitor. */
  #failed(error: BridgeError): void {
    if (!down.has(this.bridge)) this.settings.logger.error(error);
    down.add(this.bridge);
    this.config.onCoreError?.(error);
  }
}

function bridgeOf({ core, secrets, basePath }: Settings, { timeout, fetch }: SiteConfig): Bridge {
  const by = fetch ?? globalThis;
  let all = bridges.get(by);
  if (!all) bridges.set(by, (all = new Map()));
  const key = JSON.stringify([core, secrets, basePath, timeout]);
  let bridge = all.get(key);
  if (!bridge) {
    if (all.size >= MOST_BRIDGES) all.clear();
    const options = { url: core, secret: secrets, basePath };
    all.set(key, (bridge = new Bridge({ ...options, ...(timeout ? { timeout } : {}), ...(fetch ? { fetch } : {}) })));
  }
  return bridge;
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

function unavailable(error: unknown): number {
  if (error instanceof BridgeError) return 503;
  return error instanceof AuthError && error.type === "UnknownAction" ? 400 : 500;
}
