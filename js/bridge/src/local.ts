import type { Core, Visitor } from "./bridge.js";
import { afterUpdate, asChanged, changeOf } from "./change-cookie.js";
import { codeOf, idOf } from "./code.js";
import { sessionCookies, sessionToken, type Cookie } from "./cookies.js";
import { AuthError } from "./errors.js";
import type { TokenHash, TokenHistory } from "./history.js";
import { traitsOf } from "./strategies.js";
import { decode, encode, ExpiredTokenError, keyId, seal } from "./token.js";
import type { Callbacks, Delivery, EventRequest, Events, JWT, Logger, Session, User } from "./types.js";
import type { Checked, Confirmed } from "./confirmations.js";
import { isOfDevelopment, isUnverified, sessionOf, withoutSession } from "./marks.js";

/** What of a site's configuration decides how it reads its tokens. */
export interface LocalRules {
  secrets: readonly string[];
  callbacks: Pick<Callbacks, "jwt" | "session">;
  events: Pick<Events, "session" | "signOut">;
  logger: Logger;
  /** Whether the configuration is made for each request, so that callbacks of the same code may know different requests. */
  isPerRequest: boolean;
}

/** The session cookie of one request. */
export interface LocalCookie {
  name: string;
  token: string;
  /** Who sent it. */
  visitor: Visitor;
  /** All cookies that came, by name. */
  sent: ReadonlyMap<string, string>;
}

/** What reading a token gave. */
export interface LocalReading {
  /** As the `session` callback made it, for browsers. */
  shown: Session | null;
  /** For this site's server: with the user's id. */
  session: Session | null;
  /** To be kept, as the `jwt` callback returned it; nothing where the session is over. */
  token?: JWT;
  /** The sealed token that it was read from or is remembered as: what a renewal goes on from. */
  from?: TokenHash;
  /** Whether a renewal is due: by the token's age, as the `jwt` callback changed it, or as the browser has an older one. */
  isDue: boolean;
  /** The note of a sign-out, where an answer that was under way brought the cookie back. */
  signedOut?: JWT;
  /** The end of the session that the `session` callback was given, as ISO text. */
  expires?: string;
  /** When the core was asked whether the session still exists, in milliseconds since 1970, if it was. */
  confirmedAt?: number;
}

/** A token as it was opened. */
interface Opened {
  claims: JWT;
  hash: TokenHash;
  /** Whether the browser has an older one. */
  isAhead: boolean;
  /** As the store has the user, if it was asked. */
  user?: User;
}

/** What the `jwt` callback made of a token. */
interface Called {
  token: JWT | null;
  isChanged: boolean;
  /** The token that this process remembers: as the callback changed it, or that of before. */
  from: TokenHash;
}

/** As in the core. */
const MAX_USER_AGENT = 512;

/** A session that the `jwt` callback ended, or whose time is over. */
const OVER: LocalReading = { shown: null, session: null, isDue: true };

/** A session without a record. A page does not delete its cookie: a late answer would delete that of a newer session. */
const GONE: LocalReading = { shown: null, session: null, isDue: false };

/** By which clocks may differ, as for tokens: seconds. */
const TOLERANCE = 15;

/** Asks whether a session still exists; null: it has ended. Rejects where that is unknown. */
export type Confirm = (session: Checked, age: number, visitor: Visitor) => Promise<Confirmed | null>;

/** When a read is followed by a renewal: each time as the route does, when it is due, or never. */
export type Reissue = "always" | "due" | "never";

/** Cookies that renew or end a session, and whether a sign-out or an update has overtaken them meanwhile. */
export interface Renewal {
  cookies: Cookie[];
  isOvertaken: () => boolean;
}

export const NO_RENEWAL: Renewal = { cookies: [], isOvertaken: () => false };

/** A change that the application makes to a session. */
export interface Update {
  data: unknown;
}

/**
 * Token sessions that the site reads, renews and changes itself, as `next-auth` does: the callbacks run here, in the same
 * order and with the same arguments, and tokens are those of the core.
 *
 * What the `jwt` callback changes is kept, whatever the answer can carry: this process goes on from it, and the next answer
 * that can tells the browser. So a refresh token that is used once stays good.
 */
export class LocalSessions {
  constructor(
    readonly rules: LocalRules,
    readonly history: TokenHistory,
    readonly confirm: Confirm,
  ) {}

  /**
   * @param core what it said of itself; without it nothing is renewed
   * @returns undefined where only the core can tell
   * @throws AuthError where a callback failed, so that it is unknown who is signed in
   * @throws BridgeError where only the core could tell whether the session still exists, and did not
   */
  async read(cookie: LocalCookie, core: Core | undefined, reissue: Reissue, update?: Update): Promise<LocalReading | undefined> {
    const opened = await this.#opened(cookie);
    if (opened === undefined || "isDue" in opened) return opened;
    const confirmed = await this.#confirmed(cookie, opened, core);
    if (confirmed === undefined || "isDue" in confirmed) return confirmed;
    const known = confirmed.user ? { ...opened, user: confirmed.user } : opened;
    try {
      const reading = await this.#shaped(cookie, known, core, reissue, update);
      return confirmed.at === undefined ? reading : { ...reading, confirmedAt: confirmed.at };
    } catch (error) {
      throw failed(error);
    }
  }

  /** The claims of the newest token that is known of the browser's session. */
  async #opened({ name, token, sent }: LocalCookie): Promise<Opened | LocalReading | undefined> {
    let claims: JWT | null;
    try {
      claims = await decode({ token, secret: this.rules.secrets, salt: name });
    } catch (error) {
      // Another secret, another codec, a row's token: the core may know it.
      return error instanceof ExpiredTokenError ? OVER : undefined;
    }
    // Only the core knows: whether an address was verified since, and whether it is in development mode itself.
    if (!claims || isUnverified(claims) || isOfDevelopment(claims)) return undefined;
    const change = await changeOf(sent, name, claims, this.rules.secrets);
    if (change?.isSignOut) return { ...OVER, signedOut: change.claims };
    const hash = await this.history.hash(change?.token ?? token);
    const newest = this.history.newest(hash);
    // Sealed here, by a secret that may have been removed since.
    const later = newest && (await decode({ token: newest, secret: this.rules.secrets, salt: name }).catch(() => null));
    if (later) return { claims: later, hash: await this.history.hash(newest), isAhead: true };
    return { claims: change?.claims ?? claims, hash, isAhead: change !== undefined };
  }

  /** Whether the session of a token still exists; undefined where only the core can tell. */
  async #confirmed({ visitor }: LocalCookie, { claims }: Opened, core: Core | undefined): Promise<Partial<Confirmed> | LocalReading | undefined> {
    const session = sessionOf(claims);
    const end = core && absoluteEnd(claims, core);
    if (end !== undefined && end + TOLERANCE <= now()) return OVER;
    if (!core && session === null) return undefined;
    // Before the core has said what it is like, such a token is proof that it has records.
    const isRecorded = core ? traitsOf(core.strategy).isRecorded : session?.id !== undefined;
    if (!isRecorded) return {};
    if (session === null) return GONE;
    // Of a session that the site had before, only the core can make a revocable one.
    if (session?.id === undefined) return undefined;
    return (await this.confirm({ id: session.id, sub: claims.sub }, core?.confirmAge ?? 0, visitor)) ?? GONE;
  }

  async #shaped(cookie: LocalCookie, opened: Opened, core: Core | undefined, reissue: Reissue, update?: Update): Promise<LocalReading> {
    const { session: shape } = this.rules.callbacks;
    const before = opened.claims;
    const { token, isChanged, from } = await (update ? this.#called(cookie, opened, core, update) : this.#calledOnce(cookie, opened, core));
    if (token === null) return OVER;
    const isDue = core !== undefined && (reissue === "always" || opened.isAhead || isOld(before, core) || isChanged);
    const seconds = isDue && reissue !== "never" ? endOf(before, core) : before.exp!;
    const user = { name: token.name, email: token.email, image: token.picture };
    const bare = { user, expires: new Date(seconds * 1000).toISOString() };
    const made = shape ? await shape({ session: bare, token } as unknown as Parameters<typeof shape>[0]) : bare;
    if (typeof made !== "object") throw new TypeError("the `session` callback returned no session; return it, or null");
    await this.publish("session", { session: made as Session, token }, cookie.visitor);
    // Every page gets what JSON can hold, as with `next-auth`.
    const shown = plain(made) as Session | null;
    const session = forServer(shown, token, shape !== undefined);
    const kept = update ? asChanged(withReserved(token, before), before) : withReserved(token, before);
    return { shown, session, token: kept, from, isDue, expires: bare.expires };
  }

  /** One run of the callback for all requests that come with the same token meanwhile: a refresh token is used once. */
  async #calledOnce(cookie: LocalCookie, opened: Opened, core: Core | undefined): Promise<Called> {
    const { jwt } = this.rules.callbacks;
    if (!jwt) return this.#called(cookie, opened, core);
    const runs = running();
    const which = this.rules.isPerRequest ? idOf(jwt) : codeOf(jwt);
    const key = [opened.hash, cookie.visitor.origin, which].join("\n");
    const known = runs.get(key);
    if (known && Date.now() - known.at < LONGEST_WAIT) {
      const { token, ...rest } = await known.called;
      // Each `session` callback may change what it is given.
      return { ...rest, token: token && copy(token) };
    }
    const run = { at: Date.now(), called: this.#called(cookie, opened, core) };
    runs.set(key, run);
    const end = () => void (runs.get(key) === run && runs.delete(key));
    run.called.then(end, end);
    return run.called;
  }

  async #called({ name }: LocalCookie, { claims, hash, user }: Opened, core: Core | undefined, update?: Update): Promise<Called> {
    const { jwt } = this.rules.callbacks;
    // Callbacks may change what they are given.
    const given = structuredClone(withoutSession(claims));
    const stored = user ? { storedUser: user } : {};
    const asked = { token: given, ...(update ? { trigger: "update" as const } : {}), session: update?.data, ...stored };
    const token = jwt ? await jwt(asked as Parameters<typeof jwt>[0]) : given;
    if (token === null) return { token, isChanged: true, from: hash };
    if (typeof token !== "object") throw new TypeError("the `jwt` callback returned no token; return it, or null to end the session");
    const isTheSame = !isChanged(claims, token);
    const kept = isTheSame || update ? hash : await this.#remembered(withReserved(token, claims), claims, hash, name, core);
    return { token, isChanged: !isTheSame, from: kept };
  }

  /** Keeps what the callback changed, for as long as the token of before. @returns the new one's hash, if it was remembered */
  async #remembered(token: JWT, before: JWT, from: TokenHash, name: string, core: Core | undefined): Promise<TokenHash> {
    try {
      const secret = (core && (await this.#secretOf(core, name))) ?? this.rules.secrets[0]!;
      // Where the core renews, it goes on from this token, and takes it for one that is due.
      const isRenewedByCore = core !== undefined && traitsOf(core.strategy).isRecorded;
      const sealed = isRenewedByCore
        ? await seal({ ...token, iat: 0, exp: before.exp, jti: crypto.randomUUID() }, secret, name)
        : await encode({ token, secret, salt: name, maxAge: before.exp! - now() });
      const hash = await this.history.hash(sealed);
      return this.history.renewed(from, hash, sealed) ? hash : from;
    } catch {
      // What cannot be written: the renewal reports it.
      return from;
    }
  }

  /** Publishes an event of this site. What it throws changes nothing for the user. */
  async publish<Name extends "session" | "signOut">(name: Name, message: Message<Name>, visitor: Visitor): Promise<void> {
    try {
      const event = this.rules.events[name] as ((message: Message<Name>, delivery: Delivery) => unknown) | undefined;
      await event?.(message, { id: crypto.randomUUID(), request: requestOf(visitor) });
    } catch (error) {
      this.rules.logger.error(new Error(`events/${name} failed`, { cause: error }));
    }
  }

  /**
   * The cookies that renew what was read, or delete those of a session that is over. Where the token cannot be written, the
   * session stays as it is.
   *
   * @throws AuthError where an update cannot be written
   */
  async renew(cookie: LocalCookie, { token, from }: LocalReading, core: Core, update?: Update): Promise<Renewal> {
    const { name, sent } = cookie;
    const options = core.cookieOptions?.sessionToken ?? {};
    const before = from ?? (await this.history.hash(cookie.token));
    if (!token) return { cookies: sessionCookies(sent, name, undefined, options), isOvertaken: () => false };
    const secret = await this.#secretOf(core, name);
    if (secret === undefined) return NO_RENEWAL;
    const end = endOf(token, core);
    const expires = new Date(end * 1000).toISOString();
    const written = (value: string) => sessionCookies(sent, name, value, { ...options, expires });
    try {
      const sealed = await encode({ token, secret, salt: name, maxAge: Math.min(core.tokenMaxAge ?? core.maxAge, end - now()) });
      if (update) {
        for (const each of [before, await this.history.hash(cookie.token)]) this.history.ended(each);
        return { cookies: [...written(sealed), ...afterUpdate(sent, name, sealed, options)], isOvertaken: () => false };
      }
      // It was ended, or another request has gone on from it meanwhile; then the next answer tells the browser.
      if (!this.history.renewed(before, await this.history.hash(sealed))) return NO_RENEWAL;
      return { cookies: written(sealed), isOvertaken: () => this.history.isEnded(before) };
    } catch (error) {
      const failure = failed(error);
      if (update) throw failure;
      this.rules.logger.error(failure);
      return NO_RENEWAL;
    }
  }

  /** The newest secret that the core has too: while secrets are replaced it may not have all of them. */
  async #secretOf(core: Core, salt: string): Promise<string | undefined> {
    for (const secret of this.rules.secrets) if (core.keys?.includes(await keyId(secret, salt))) return secret;
    return undefined;
  }
}

type Message<Name extends "session" | "signOut"> = Parameters<NonNullable<Events[Name]>>[0];

/** After so long a run of a callback is not waited for by other requests: milliseconds. */
const LONGEST_WAIT = 10_000;

interface Run {
  at: number;
  called: Promise<Called>;
}

/** The callbacks that run now, of all copies of this module that a bundler made. */
function running(): Map<string, Run> {
  const key = Symbol.for("cardea.callbacks");
  const all = globalThis as { [key]?: Map<string, Run> };
  return (all[key] ??= new Map());
}

function copy(token: JWT): JWT {
  try {
    return structuredClone(token);
  } catch {
    return plain(token) as JWT;
  }
}

/** What only sign-ins and this library say of a token stays, whatever a callback does. */
function withReserved(token: JWT, before: JWT): JWT {
  const own = withoutSession(token);
  return before["cardea"] === undefined ? own : { ...own, cardea: before["cardea"] };
}

/** The second since 1970 after which there is no session, even if its token was issued again since. */
function absoluteEnd(claims: JWT, { absoluteAge }: Core): number | undefined {
  const begun = sessionOf(claims)?.begun;
  return absoluteAge === undefined || begun === undefined ? undefined : begun + absoluteAge;
}

/** When a session ends that is used now, in seconds since 1970. */
function endOf(claims: JWT, core: Core): number {
  return Math.min(now() + core.maxAge, absoluteEnd(claims, core) ?? Number.POSITIVE_INFINITY);
}

/** Whether this site may read the core's tokens itself. */
export function isReadable(core: Core, callbacks: Pick<Callbacks, "jwt" | "session">): boolean {
  return traitsOf(core.strategy).isReadable && (core.keys?.length ?? 0) > 0 && elsewhere(core, callbacks) === undefined;
}

/** A callback of sessions that runs in the core, or in another application, so that this site cannot do without. */
export function elsewhere(core: Core, callbacks: Pick<Callbacks, "jwt" | "session">): "jwt" | "session" | undefined {
  const runs = core.callbacks ?? {};
  return (["jwt", "session"] as const).find((name) => runs[name] === "core" || (runs[name] === "site" && !callbacks[name]));
}

/** The cookie of the first of these names that holds a session. */
export function localCookie(visitor: Visitor, sent: ReadonlyMap<string, string>, names: readonly string[]): LocalCookie | undefined {
  for (const name of names) {
    const token = sessionToken(sent, name);
    if (token !== undefined) return { name, token, visitor, sent };
  }
  return undefined;
}

/** What this site knows of a request, in the shape that the core sends. */
function requestOf({ address, headers }: Visitor): EventRequest {
  const userAgent = headers?.["user-agent"]?.replace(/\p{Cc}/gu, " ").slice(0, MAX_USER_AGENT);
  return { ...(address ? { clientAddress: address } : {}), ...(userAgent?.trim() ? { userAgent } : {}) };
}

/** With a `session` callback what it returned, and the user's id if it is absent; a user whom it left out stays out. */
function forServer(shown: Session | null, { sub, name, email, picture }: JWT, isShaped: boolean): Session | null {
  if (!shown?.user || typeof shown.user !== "object") return shown;
  const known = isShaped ? { id: sub } : { id: sub, name, email, image: picture };
  const user = Object.fromEntries(Object.entries({ ...known, ...shown.user }).filter(([, value]) => value !== undefined));
  return { ...shown, user };
}

/** Older than `updateAge`; a token that does not say when it was made is as old as its end says. */
function isOld({ iat, exp }: JWT, core: Core): boolean {
  const made = iat ?? exp! - (core.tokenMaxAge ?? core.maxAge);
  return made + (core.updateAge ?? core.maxAge) <= now();
}

function isChanged(before: JWT, after: JWT): boolean {
  try {
    return !isSame(content(before), plain(content(after)));
  } catch {
    // What is not JSON cannot be written either: the renewal reports it.
    return true;
  }
}

/** What the application and the sign-in put in, without what each token sets anew. */
function content({ iat, exp, jti, cardea, ...rest }: JWT): Record<string, unknown> {
  return rest;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}

/** As it is in JSON. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function failed(cause: unknown): AuthError {
  const error = new AuthError("a callback of the session failed, so it is unknown who is signed in", { cause });
  error.type = error.name = "JWTSessionError";
  return error;
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
