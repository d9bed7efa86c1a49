import type { Bridge, Core, Description, Visitor } from "./bridge.js";
import { afterSignOut, changeIn, justBefore, stillSignedOut, withoutChange } from "./change-cookie.js";
import { codeOf } from "./code.js";
import { same } from "./constant-time.js";
import { Confirmations } from "./confirmations.js";
import { applied, parseCookies, sessionCookies, sessionToken, type Cookie, type CookieOptions } from "./cookies.js";
import { AuthError, BridgeError } from "./errors.js";
import { TokenHistory } from "./history.js";
import { isReadable, LocalSessions, localCookie, plain, type Confirm, type LocalCookie, type LocalReading } from "./local.js";
import { isAway, reference, type Outages } from "./outages.js";
import { sessionOf } from "./marks.js";
import type { Prolongs } from "./renewal.js";
import type { Settings } from "./settings.js";
import { sign } from "./signature.js";
import { traitsOf } from "./strategies.js";
import { decode, encode } from "./token.js";
import type { JWT, Session, SiteConfig } from "./types.js";

/** The session, and the cookies that renew it. */
export interface Kept {
  /** Null: no user is signed in, or it is unknown. */
  session: Session | null;
  /** To set in the answer, in this order. */
  cookies: Cookie[];
  /**
   * The reference in the log, if it is unknown who is signed in: the core did not answer, or a callback failed. Absent if
   * it is known.
   */
  unknown?: string;
  /** Whether a sign-out or an update was seen since, so that the cookies must not be sent any more. Ask it last. */
  isOvertaken?: () => boolean;
  /** What the rest of the same request may use instead of reading again. */
  reading?: Reading;
}

/** What one read gave, for the rest of the same request. */
interface Reading {
  /** The session token that it belongs to. */
  of: string;
  /** Who shaped it: this site's callbacks, or the core. */
  by: "site" | "core";
  session: Session | null;
  /** Whether nothing is left to renew. */
  isSettled: boolean;
  /** After that it doesn't count, as the session may have ended elsewhere: milliseconds since 1970. */
  until?: number;
}

/** The session that a visitor came with, where its core is known. */
interface Ended {
  sent: ReadonlyMap<string, string>;
  name: string;
  /** Null where this site cannot read its token. */
  claims: JWT | null;
  options: CookieOptions;
}

const USUAL_NAMES = ["__Secure-authjs.session-token", "authjs.session-token"];
/** Seconds for which a header of a middleware counts: a request does not last longer. */
const HEADER_AGE = 30;
/** The salt of a header that hands a reading on. */
const READING = "cardea.reading";
/** What is longer is read again: servers limit the headers of a request. */
const LONGEST_READING = 6_000;

/** Reads that are under way or done, for each request and configuration. */
interface Slot {
  local?: Promise<LocalReading | undefined>;
  read?: Promise<Kept>;
  kept?: Promise<Kept>;
}

const requests = new WeakMap<object, WeakMap<object, Map<string, Slot>>>();
const history = new TokenHistory();

/** Who is signed in, by this site's own reading or by the core's answer. */
export class Sessions {
  readonly #local: LocalSessions;
  readonly #confirmations: Confirmations;

  /**
   * @param compared the core, after its settings were compared with those of the site
   * @param scope what is the same for all requests of a configuration, by which they share reads; a function makes it for each
   */
  constructor(
    readonly bridge: Bridge,
    readonly settings: Settings,
    readonly config: SiteConfig,
    readonly outages: Outages,
    readonly compared: (description: Description, visitor: Visitor) => Core,
    readonly scope: object,
  ) {
    const { jwt, session } = config.callbacks ?? {};
    const callbacks = { ...(jwt ? { jwt } : {}), ...(session ? { session } : {}) };
    const { secrets, logger } = settings;
    const isPerRequest = typeof scope === "function";
    this.#confirmations = new Confirmations(settings.core);
    const confirm: Confirm = (session, age, visitor) =>
      this.#confirmations.confirm(session, age, async () => {
        const found = await bridge.checked(session.id, visitor);
        outages.end();
        return found;
      });
    this.#local = new LocalSessions({ secrets, callbacks, events: config.events ?? {}, logger, isPerRequest }, history, confirm);
  }

  /** @param prolongs which cookies the answer may hold */
  check(visitor: Visitor, prolongs: Prolongs): Promise<Kept> {
    const sent = parseCookies(visitor.cookie);
    if (sent.size === 0) return Promise.resolve({ session: null, cookies: [] });
    const slot = this.#slot(visitor);
    if (prolongs) return (slot.kept ??= this.#checked(visitor, sent, slot, prolongs));
    return slot.kept ?? (slot.read ??= this.#checked(visitor, sent, slot, false));
  }

  #slot({ request, cookie, origin }: Visitor): Slot {
    if (!request) return {};
    let scopes = requests.get(request);
    if (!scopes) requests.set(request, (scopes = new WeakMap()));
    let slots = scopes.get(this.scope);
    if (!slots) scopes.set(this.scope, (slots = new Map()));
    // Cookies that an action sets make another visitor of the same request.
    const key = `${origin}\n${cookie}`;
    let slot = slots.get(key);
    if (!slot) slots.set(key, (slot = {}));
    return slot;
  }

  async #checked(visitor: Visitor, sent: Map<string, string>, slot: Slot, prolongs: Prolongs): Promise<Kept> {
    let names = this.#names(undefined);
    const present = () => names.some((each) => sent.has(each) || sent.has(`${each}.0`));
    try {
      if (present() && visitor.unknown && (await this.#isUnknown(visitor.unknown))) {
        return { session: null, cookies: [], unknown: this.outages.reference ?? reference() };
      }
      const core = this.isLocal ? await this.core(visitor) : this.compared(await this.bridge.describe(visitor), visitor);
      names = this.#names(core);
      if (!present()) return { session: null, cookies: [] };
      const cookie = localCookie(visitor, sent, names);
      const handed = cookie && (await this.#handed(visitor, cookie, prolongs));
      if (handed) return handed;
      // A gap in the chunks is for the core to clear away.
      const own = cookie && this.reads(core) && (await this.#locally(cookie, core, slot, prolongs));
      // A token of the core's that arrives late would undo an update; a database session is the same whichever arrives last.
      return own || (await this.#remotely(visitor, cookie, core, prolongs === "renewals" && !traitsOf(core?.strategy).keepsValue ? false : prolongs));
    } catch (error) {
      if (!(error instanceof BridgeError) && !(error instanceof AuthError)) throw error;
      const unknown = this.outages.failed(error);
      return present() ? { session: null, cookies: [], unknown } : { session: null, cookies: [] };
    }
  }

  get isLocal(): boolean {
    return this.settings.session !== "remote";
  }

  /** Whether this site reads the core's tokens; before the core has said what it is like, it tries. */
  reads(core: Core | undefined): boolean {
    return this.isLocal && (core === undefined || isReadable(core, this.config.callbacks ?? {}));
  }

  /**
   * The core's description. Only the first visitor waits for it: while an outage is known it is fetched in the background.
   * Until then the session is read by what is configured.
   *
   * @throws BridgeError where the core was reached and rejects this origin, so that only it could tell
   */
  async core(visitor: Visitor): Promise<Core | undefined> {
    const known = this.bridge.described(visitor.origin);
    if (known || this.outages.reference !== undefined) {
      // Asks again where the answer is old, or the core did not give one.
      if (known && this.outages.reference !== undefined) this.bridge.recheck(visitor);
      void this.bridge.describe(visitor).then(
        () => known === undefined && this.outages.end(),
        () => {},
      );
      return known && this.compared(known, visitor);
    }
    try {
      return this.compared(await this.bridge.describe(visitor), visitor);
    } catch (error) {
      if (!(error instanceof BridgeError) || !isAway(error)) throw error;
      this.outages.log(error);
      return undefined;
    }
  }

  #names(core: Core | undefined): string[] {
    const name = core?.cookies["sessionToken"] ?? this.config.sessionCookie;
    return name === undefined ? USUAL_NAMES : [name];
  }

  async #locally(cookie: LocalCookie, core: Core | undefined, slot: Slot, prolongs: Prolongs): Promise<Kept | undefined> {
    const reading = await (slot.local ??= this.#local.read(cookie, core, prolongs ? "due" : "never"));
    if (!reading) return undefined;
    if (prolongs === true && core && reading.token && reading.isDue && isRecorded(core)) {
      const renewed = await this.#renewedByCore(cookie.visitor, core);
      if (renewed) return renewed;
    }
    return this.#renewed(cookie, core, reading, prolongs);
  }

  /** The record of a session is extended with its token; undefined where the core doesn't respond: the session goes on. */
  async #renewedByCore(visitor: Visitor, core: Core): Promise<Kept | undefined> {
    try {
      const ahead = await this.ahead(visitor);
      return await this.#remotely(ahead, localCookie(ahead, parseCookies(ahead.cookie), this.#names(core)), core, true);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      this.outages.log(error);
      return undefined;
    }
  }

  /**
   * The visitor with the token that the `jwt` callback changed in this process, from which the core goes on. The visitor as it
   * is where this site renews tokens itself, or the browser has the newest.
   */
  async ahead(visitor: Visitor): Promise<Visitor> {
    const core = this.bridge.described(visitor.origin)?.core;
    if (!core || !isRecorded(core) || !this.reads(core)) return visitor;
    const sent = parseCookies(visitor.cookie);
    const cookie = localCookie(visitor, sent, this.#names(core));
    const newest = cookie && history.newest(await history.hash(cookie.token));
    return newest ? { ...visitor, cookie: applied(visitor.cookie, sessionCookies(sent, cookie.name, newest, {})) } : visitor;
  }

  async #renewed(cookie: LocalCookie, core: Core | undefined, reading: LocalReading, prolongs: Prolongs): Promise<Kept> {
    const { session, token, isDue, signedOut } = reading;
    // To delete the cookie waits for a navigation. Until then the note stays, or the session would be back when it expires.
    if (prolongs === "renewals" && core && signedOut) {
      const options = core.cookieOptions?.sessionToken ?? {};
      return { session, cookies: await stillSignedOut(cookie.name, signedOut, this.settings.secrets[0]!, options) };
    }
    const isCarried = prolongs === true || (prolongs === "renewals" && token !== undefined);
    if (!isCarried || !core || !isDue || (token && isRecorded(core))) {
      return { session, cookies: [], ...this.#handOn(cookie.token, session, !isDue, limitOf(core, reading.confirmedAt)) };
    }
    const { cookies, isOvertaken } = await this.#local.renew(cookie, reading, core);
    const after = tokenIn(cookies, cookie.name);
    const prolonged = after === undefined ? session : extended(session, reading.expires, cookies);
    return { session: prolonged, cookies, isOvertaken, ...this.#handOn(after ?? cookie.token, prolonged, true) };
  }

  /** Only where a second read would cost more than opening the token. */
  #handOn(of: string, session: Session | null, isSettled: boolean, limit: Pick<Reading, "until"> = {}): Pick<Kept, "reading"> {
    const { callbacks, events } = this.config;
    if (!callbacks?.jwt && !callbacks?.session && !events?.session && limit.until === undefined) return {};
    return { reading: { of, by: "site", session, isSettled, ...limit } };
  }

  async #remotely(visitor: Visitor, cookie: LocalCookie | undefined, core: Core | undefined, prolongs: Prolongs): Promise<Kept> {
    const limit = limitOf(core, core && isRecorded(core) ? Date.now() : undefined);
    if (!prolongs || !cookie) {
      const { session, cookies } = prolongs === true
        ? await this.bridge.keep(visitor)
        : { session: await this.bridge.session(visitor), cookies: [] };
      this.outages.end();
      return { session, cookies, ...(cookie ? { reading: { of: cookie.token, by: "core", session, isSettled: false, ...limit } } : {}) };
    }
    const before = await history.hash(cookie.token);
    const { session, cookies } = await this.bridge.keep(visitor);
    this.outages.end();
    const after = tokenIn(cookies, cookie.name);
    // The session is over: to delete its cookie waits for a navigation.
    if (after === undefined && prolongs === "renewals") {
      return { session, cookies: cookies.filter(({ value }) => value), reading: { of: cookie.token, by: "core", session, isSettled: false, ...limit } };
    }
    if (after !== undefined) history.renewed(before, await history.hash(after));
    const isOvertaken = () => after !== undefined && history.isEnded(before);
    return { session, cookies, isOvertaken, reading: { of: after ?? cookie.token, by: "core", session, isSettled: true, ...limit } };
  }

  /** Changes the session; the `jwt` callback gets the data. */
  async update(visitor: Visitor, data: unknown): Promise<Kept> {
    const own = await this.updateHere(visitor, data);
    if (own) return own;
    const { body, cookies, error } = await this.bridge.act("session", await this.ahead(visitor), { json: { data } });
    if (error) throw error;
    return { session: (body ?? null) as Session | null, cookies: [...cookies, ...(await this.replaced(visitor))] };
  }

  /** As {@link update}; undefined where only the core can. @throws AuthError where a callback failed */
  async updateHere(visitor: Visitor, data: unknown): Promise<Kept | undefined> {
    const found = this.isLocal ? await this.#own(visitor) : undefined;
    if (!found) return undefined;
    const update = { data: plain(data) };
    const reading = await this.#local.read(found.cookie, found.core, "always", update);
    if (!reading) return undefined;
    const { cookies } = await this.#local.renew(found.cookie, reading, found.core, update);
    // A core that has none of this site's secrets changes its sessions itself.
    if (reading.token && cookies.length === 0) return undefined;
    return { session: reading.shown, cookies };
  }

  /** As the route answers a browser, with a renewal each time; undefined where only the core can. */
  async showHere(visitor: Visitor): Promise<Kept | undefined> {
    const sent = parseCookies(visitor.cookie);
    if (sent.size === 0) return { session: null, cookies: [] };
    const core = await this.core(visitor);
    if (!this.reads(core)) return undefined;
    const cookie = localCookie(visitor, sent, this.#names(core));
    if (!cookie) {
      // What is left of chunks is for the core to clear away.
      const isBroken = Array.from(sent.keys()).some((name) => this.isSessionCookie(name, visitor.origin));
      return core && !isBroken ? { session: null, cookies: [] } : undefined;
    }
    const byCore = core !== undefined && isRecorded(core);
    const reading = await this.#local.read(cookie, core, byCore || !core ? "never" : "always").catch((error: unknown) => {
      // The core answers itself, or does not.
      if (error instanceof BridgeError) return undefined;
      throw error;
    });
    // Of a session with a record, the core sends the cookies.
    if (byCore && !reading?.signedOut && (!reading?.token || reading.isDue)) return undefined;
    if (!reading || !core || (byCore && reading.token)) return reading && { session: reading.shown, cookies: [] };
    const { cookies, isOvertaken } = await this.#local.renew(cookie, reading, core);
    return { session: reading.shown, cookies, isOvertaken };
  }

  async #own(visitor: Visitor): Promise<{ core: Core; cookie: LocalCookie } | undefined> {
    const core = await this.core(visitor);
    const cookie = core && !isRecorded(core) && this.reads(core) ? localCookie(visitor, parseCookies(visitor.cookie), this.#names(core)) : undefined;
    return core && cookie && { core, cookie };
  }

  /**
   * The session that the visitor came with was replaced by another: nothing renews it any more.
   *
   * @returns what is to be set besides the session cookie
   */
  async replaced(visitor: Visitor): Promise<Cookie[]> {
    const known = await this.#ended(visitor);
    return known ? withoutChange(known.sent, known.name, known.options) : [];
  }

  /**
   * As {@link replaced}, where a user signed in. An answer that is under way may bring back the session of another user.
   *
   * @param set the cookies of the answer
   */
  async signedIn(visitor: Visitor, set: readonly Cookie[]): Promise<Cookie[]> {
    const known = await this.#ended(visitor);
    if (!known) return [];
    const { sent, name, options } = known;
    const tokens = await this.#tokens(known);
    const next = await this.#opened(tokenIn(set, name), name);
    const other = tokens.find(({ sub }) => !next || sub !== next.sub);
    if (!other) return withoutChange(sent, name, options);
    // A token that cannot be read may be of the same user.
    return [await afterSignOut(name, other, tokens, this.settings.secrets[0]!, options, next ? Date.now() : justBefore())];
  }

  /** As {@link replaced}, where its user signed out. */
  async signedOut(visitor: Visitor): Promise<Cookie[]> {
    const known = await this.#ended(visitor);
    if (!known) return [];
    const { sent, name, options } = known;
    const tokens = await this.#tokens(known);
    const [ended] = tokens;
    return ended ? [await afterSignOut(name, ended, tokens, this.settings.secrets[0]!, options)] : withoutChange(sent, name, options);
  }

  /** Of a site that reads tokens: that of the session, then that of the change cookie. */
  async #tokens({ sent, name, claims }: Ended): Promise<JWT[]> {
    if (!this.isLocal) return [];
    const change = await changeIn(sent, name, this.settings.secrets);
    return [claims, change?.claims ?? null].filter((each) => each !== null);
  }

  async #opened(token: string | undefined, salt: string): Promise<JWT | null> {
    return token ? decode({ token, secret: this.settings.secrets, salt }).catch(() => null) : null;
  }

  /** Deletes the cookies of a session without the core, and publishes the event where this site reads the session. */
  async signOutHere(visitor: Visitor, core: Core): Promise<Cookie[]> {
    const name = core.cookies["sessionToken"]!;
    const sent = parseCookies(visitor.cookie);
    const gone = sessionCookies(sent, name, undefined, core.cookieOptions?.sessionToken ?? {});
    const token = this.reads(core) ? sessionToken(sent, name) : undefined;
    const claims = await this.#opened(token, name);
    if (claims) await this.#local.publish("signOut", { token: claims }, visitor);
    return [...gone, ...(await this.signedOut(visitor))];
  }

  async #ended(visitor: Visitor): Promise<Ended | undefined> {
    const core = this.bridge.described(visitor.origin)?.core;
    const sent = parseCookies(visitor.cookie);
    const names = this.#names(core);
    const cookie = localCookie(visitor, sent, names);
    const claims = cookie ? await this.#opened(cookie.token, cookie.name) : null;
    // Any text may come as a cookie, and the memory is bounded. Where only the core reads tokens, no refresh token is in it.
    if (cookie && (claims || !this.reads(core))) history.ended(await history.hash(cookie.token));
    const id = claims ? sessionOf(claims)?.id : undefined;
    if (id !== undefined) this.#confirmations.forget(id);
    return core && { sent, name: cookie?.name ?? names[0]!, claims, options: core.cookieOptions?.sessionToken ?? {} };
  }

  /** Sessions of the visitor's user were ended in the core. @param which the id of one; `others` or `all` */
  async ended(visitor: Visitor, which: string): Promise<void> {
    const cookie = localCookie(visitor, parseCookies(visitor.cookie), this.#names(this.bridge.described(visitor.origin)?.core));
    const sub = cookie && (await this.#opened(cookie.token, cookie.name))?.sub;
    // Any visitor may post, and the core is asked again about what is forgotten.
    if (sub === undefined) return;
    if (which === "others" || which === "all") this.#confirmations.forgetAllOf(sub);
    else this.#confirmations.forget(which);
  }

  /** Whether a name is that of the session cookie or one of its chunks. */
  isSessionCookie(name: string, origin: string): boolean {
    return this.#names(this.bridge.described(origin)?.core).some((each) => name === each || name.startsWith(`${each}.`));
  }

  /** The value of a header that says to the rest of a request that its session is unknown. */
  unknownHeader(): Promise<string> {
    return sign("read", { method: "UNKNOWN", target: "" }, this.settings.secrets[0]!, Math.floor(Date.now() / 1000));
  }

  async #isUnknown(header: string): Promise<boolean> {
    const seconds = Number(header.split(".")[2]);
    if (!Number.isInteger(seconds) || Math.abs(Date.now() / 1000 - seconds) > HEADER_AGE) return false;
    for (const secret of this.settings.secrets) {
      if (same(header, await sign("read", { method: "UNKNOWN", target: "" }, secret, seconds))) return true;
    }
    return false;
  }

  /** The value of a header that hands a reading on to the rest of a request; undefined where a second read is as cheap. */
  async readingHeader({ reading }: Kept): Promise<string | undefined> {
    if (!reading) return undefined;
    const { of, by, ...rest } = reading;
    const token = { ...rest, by: await this.#shapedBy(by), of: btoa(await history.hash(of)) };
    const sealed = await encode({ token, secret: this.settings.secrets, salt: READING, maxAge: HEADER_AGE });
    return sealed.length > LONGEST_READING ? undefined : sealed;
  }

  /**
   * What tells apart configurations that share a secret, such as a small one in the middleware: their core, and their
   * callbacks.
   */
  async #shapedBy(who: "site" | "core"): Promise<string> {
    const { callbacks, events } = this.config;
    const own = who === "core" ? [] : [callbacks?.jwt, callbacks?.session, events?.session];
    return btoa(await history.hash([who, this.settings.core, ...own.map((each) => (each ? codeOf(each) : ""))].join("\n")));
  }

  /** What the middleware of the same request read. Sealed: visitors may send such a header too. */
  async #handed(visitor: Visitor, cookie: LocalCookie, prolongs: Prolongs): Promise<Kept | undefined> {
    if (!visitor.reading) return undefined;
    const claims = await decode<Partial<Omit<Reading, "by">> & { by?: string }>({ token: visitor.reading, secret: this.settings.secrets, salt: READING }).catch(() => null);
    if (!claims || claims.of !== btoa(await history.hash(cookie.token))) return undefined;
    const { by, session = null, isSettled, until = Number.POSITIVE_INFINITY } = claims;
    if (Date.now() >= until) return undefined;
    if (by !== (await this.#shapedBy("site")) && by !== (await this.#shapedBy("core"))) return undefined;
    return prolongs === false || isSettled ? { session, cookies: [] } : undefined;
  }
}

/** The session token that cookies set; undefined where they set none. */
function tokenIn(cookies: readonly Cookie[], name: string): string | undefined {
  return sessionToken(new Map(cookies.flatMap(({ name: key, value }) => (value ? [[key, value] as const] : []))), name);
}

/** A session that was read before it was renewed says when it ends now, unless the `session` callback says otherwise. */
function extended(session: Session | null, before: string | undefined, cookies: readonly Cookie[]): Session | null {
  const expires = cookies.find(({ value }) => value)?.options.expires;
  return session && expires && session.expires === before ? { ...session, expires } : session;
}

/** How long a reading counts for the rest of its request, where the session may be ended elsewhere meanwhile. */
function limitOf(core: Core | undefined, confirmedAt: number | undefined): Pick<Reading, "until"> {
  return confirmedAt === undefined ? {} : { until: confirmedAt + (core?.confirmAge ?? 0) * 1000 };
}

function isRecorded({ strategy }: Core): boolean {
  return traitsOf(strategy).isRecorded;
}
