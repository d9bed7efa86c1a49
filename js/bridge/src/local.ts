import type { Core, Visitor } from "./bridge.js";
import { sessionCookies, sessionToken, type Cookie } from "./cookies.js";
import { AuthError } from "./errors.js";
import type { TokenHistory } from "./history.js";
import { decode, encode, ExpiredTokenError, keyId } from "./token.js";
import type { Callbacks, EventRequest, Events, JWT, Logger, Session } from "./types.js";
import { isOfDevelopment, isUnverified } from "./marks.js";

/** What of a site's configuration decides how it reads its tokens. */
export interface LocalRules {
  secrets: readonly string[];
  callbacks: Pick<Callbacks, "jwt" | "session">;
  event: Events["session"];
  logger: Logger;
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
  /** Whether a renewal is due: by the token's age, or as the `jwt` callback changed it. */
  isDue: boolean;
  /** The end of the session that the `session` callback was given, as ISO text. */
  expires?: string;
}

/** As in the core. */
const MAX_USER_AGENT = 512;

/** A session that the `jwt` callback ended, or whose time is over. */
const OVER: LocalReading = { shown: null, session: null, isDue: true };

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
 */
export class LocalSessions {
  constructor(
    readonly rules: LocalRules,
    readonly history: TokenHistory,
  ) {}

  /**
   * @param core what it said of itself; without it nothing is renewed
   * @returns undefined where only the core can tell
   * @throws AuthError where a callback failed, so that it is unknown who is signed in
   */
  async read({ name, token, visitor }: LocalCookie, core: Core | undefined, reissue: Reissue, update?: Update): Promise<LocalReading | undefined> {
    let claims: JWT | null;
    try {
      claims = await decode({ token, secret: this.rules.secrets, salt: name });
    } catch (error) {
      // Another secret, another codec, a row's token: the core may know it.
      return error instanceof ExpiredTokenError ? OVER : undefined;
    }
    // Only the core knows: whether an address was verified since, and whether it is in development mode itself.
    if (!claims || isUnverified(claims) || isOfDevelopment(claims)) return undefined;
    try {
      return await this.#opened(claims, visitor, core, reissue, update);
    } catch (error) {
      throw failed(error);
    }
  }

  /** @param before as it was in the cookie */
  async #opened(before: JWT, visitor: Visitor, core: Core | undefined, reissue: Reissue, update?: Update): Promise<LocalReading> {
    const { jwt, session: shape } = this.rules.callbacks;
    // Callbacks may change what they are given.
    const given = structuredClone(before);
    const asked = { token: given, ...(update ? { trigger: "update" as const } : {}), session: update?.data };
    const token = jwt ? await jwt(asked as Parameters<typeof jwt>[0]) : given;
    if (token === null) return OVER;
    if (typeof token !== "object") throw new TypeError("the `jwt` callback returned no token; return it, or null to end the session");
    const isDue = core !== undefined && (reissue === "always" || isOld(before, core) || isChanged(before, token));
    const seconds = isDue && reissue !== "never" ? now() + core.maxAge : before.exp!;
    const user = { name: token.name, email: token.email, image: token.picture };
    const bare = { user, expires: new Date(seconds * 1000).toISOString() };
    const made = shape ? await shape({ session: bare, token } as unknown as Parameters<typeof shape>[0]) : bare;
    if (typeof made !== "object") throw new TypeError("the `session` callback returned no session; return it, or null");
    await this.#tell(made as Session | null, token, visitor);
    // Every page gets what JSON can hold, as with `next-auth`.
    const shown = plain(made) as Session | null;
    const session = forServer(shown, token, shape !== undefined);
    const reserved = before["cardea"] === undefined ? {} : { cardea: before["cardea"] };
    return { shown, session, token: { ...token, ...reserved }, isDue, expires: bare.expires };
  }

  /** The event of a read. What it throws does not sign the user out. */
  async #tell(session: Session | null, token: JWT, visitor: Visitor): Promise<void> {
    try {
      await this.rules.event?.({ session: session as Session, token }, { id: crypto.randomUUID(), request: requestOf(visitor) });
    } catch (error) {
      this.rules.logger.error(new Error("events/session failed", { cause: error }));
    }
  }

  /**
   * The cookies that renew what was read, or delete those of a session that is over. Where the token cannot be written, the
   * session stays as it is.
   *
   * @throws AuthError where an update cannot be written
   */
  async renew(cookie: LocalCookie, { token }: Pick<LocalReading, "token">, core: Core, update?: Update): Promise<Renewal> {
    const { name, sent } = cookie;
    const before = await this.history.hash(cookie.token);
    const options = core.cookieOptions?.sessionToken ?? {};
    if (!token) return { cookies: sessionCookies(sent, name, undefined, options), isOvertaken: () => false };
    const secret = await this.#secretOf(core, name);
    if (secret === undefined || (!update && this.history.isEnded(before))) return NO_RENEWAL;
    const isOvertaken = () => update === undefined && this.history.isEnded(before);
    try {
      const sealed = await encode({ token, secret, salt: name, maxAge: core.tokenMaxAge ?? core.maxAge });
      this.history.renewed(before, await this.history.hash(sealed));
      if (update) this.history.ended(before);
      const expires = new Date((now() + core.maxAge) * 1000).toISOString();
      return { cookies: sessionCookies(sent, name, sealed, { ...options, expires }), isOvertaken };
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

/** Whether this site may read the core's tokens itself. */
export function isReadable(core: Core, callbacks: Pick<Callbacks, "jwt" | "session">): boolean {
  return core.strategy === "jwt" && (core.keys?.length ?? 0) > 0 && elsewhere(core, callbacks) === undefined;
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
