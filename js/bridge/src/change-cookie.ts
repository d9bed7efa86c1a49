import { sessionToken, type Cookie, type CookieOptions } from "./cookies.js";
import { decode, encode } from "./token.js";
import type { JWT } from "./types.js";

/** Longer than an answer is under way: seconds. */
const LIFE = 600;
/** Seconds by which a token of before the change may be younger than it: what answers are under way, and clocks differ. */
const TOLERANCE = 5;
/** A longer token would take two cookies, and the request more header than servers read. */
const LONGEST = 3_900;
/** The salt of what a sign-out leaves: no session cookie can hold it. */
const SIGNED_OUT = "cardea.signed-out";

/**
 * The name of the cookie that an update or a sign-out sets for ten minutes next to that of the session. An answer that was
 * under way meanwhile may bring back the session cookie of before, in any process of the site; this one is not overwritten
 * then, and wins. Auth.js takes all that begins with the name of the session cookie for a part of it, so this name does not.
 */
export function changeCookieName(sessionCookie: string): string {
  const [prefix] = /^__(Secure|Host)-/.exec(sessionCookie) ?? [""];
  return `${prefix}cardea.${sessionCookie.slice(prefix.length)}`;
}

/** What a change cookie holds. */
interface Change {
  token: string;
  claims: JWT;
  /** Whether it is the note of a sign-out, which holds no session. */
  isSignOut: boolean;
}

/** When the session was last changed by its user or the application, in milliseconds since 1970; 0: never. */
export function changedAt(token: JWT): number {
  const reserved = token["cardea"] as { changed?: unknown } | undefined;
  return typeof reserved?.changed === "number" ? reserved.changed : 0;
}

/** The token with a time of its change that is later than that of the one before. */
export function asChanged(token: JWT, before: JWT): JWT {
  return { ...token, cardea: { ...(token["cardea"] as object | undefined), changed: Math.max(Date.now(), changedAt(before) + 1) } };
}

/** What an update leaves besides the session cookie: the same token; nothing where that is too long. */
export function afterUpdate(sent: ReadonlyMap<string, string>, name: string, token: string, options: CookieOptions): Cookie[] {
  return token.length > LONGEST ? withoutChange(sent, name, options) : [cookie(name, token, options)];
}

/**
 * What a sign-out leaves, or the sign-in of another user.
 *
 * @param ended the token of the session that it ended
 * @param known the tokens that the browser had: the note is later than what they say of changes
 * @param at when the session ended, in milliseconds since 1970
 */
export async function afterSignOut(
  name: string,
  ended: JWT,
  known: readonly JWT[],
  secret: string,
  options: CookieOptions,
  at = Date.now(),
): Promise<Cookie> {
  const changed = Math.max(at, ...known.map((token) => changedAt(token) + 1));
  const token = { sub: ended.sub, cardea: { changed } } as JWT;
  return cookie(name, await encode({ token, secret, salt: SIGNED_OUT, maxAge: LIFE }), options);
}

/**
 * What a sign-out left, for ten minutes more: no navigation has deleted the session cookie that came back after it. Nothing in
 * the first half of its life: an answer that is under way during a sign-in would bring back what the sign-in deleted.
 *
 * @param note what the change cookie holds
 */
export async function stillSignedOut(name: string, note: JWT, secret: string, options: CookieOptions): Promise<Cookie[]> {
  const left = (note.exp ?? 0) - Date.now() / 1000;
  return left > LIFE / 2 ? [] : [await afterSignOut(name, note, [], secret, options, changedAt(note))];
}

/** A time so long before now that a token which is made now is not one of before it. */
export function justBefore(): number {
  return Date.now() - (TOLERANCE + 1) * 1000;
}

/** What an update in the core or a sign-in of the same user does with what the browser had: it is of the session before. */
export function withoutChange(sent: ReadonlyMap<string, string>, name: string, options: CookieOptions): Cookie[] {
  const own = changeCookieName(name);
  return sent.has(own) ? [{ name: own, value: "", options: { ...plain(options), maxAge: 0 } }] : [];
}

/**
 * What the change cookie says of a session cookie of before the change: the token after it, or the note of a sign-out.
 *
 * @returns undefined where the session cookie is of after the change, or no change is known
 */
export async function changeOf(
  sent: ReadonlyMap<string, string>,
  name: string,
  token: JWT,
  secret: readonly string[],
): Promise<Change | undefined> {
  const change = await changeIn(sent, name, secret);
  return change && isBefore(token, change.claims) ? change : undefined;
}

/** What the change cookie holds, whatever session it is of. */
export async function changeIn(
  sent: ReadonlyMap<string, string>,
  name: string,
  secret: readonly string[],
): Promise<Change | undefined> {
  const token = sessionToken(sent, changeCookieName(name));
  if (token === undefined) return undefined;
  for (const salt of [name, SIGNED_OUT]) {
    const claims = await decode({ token, secret, salt }).catch(() => null);
    if (claims) return { token, claims, isSignOut: salt === SIGNED_OUT };
  }
  return undefined;
}

/** Whether a token is one of before a change: of the same user, not changed since, and not of a later sign-in. */
function isBefore(token: JWT, change: JWT): boolean {
  const at = changedAt(change);
  return token.sub === change.sub && changedAt(token) < at && (token.iat ?? 0) <= at / 1000 + TOLERANCE;
}

function cookie(name: string, value: string, options: CookieOptions): Cookie {
  return { name: changeCookieName(name), value, options: { ...plain(options), maxAge: LIFE } };
}

function plain({ expires: _, maxAge: __, ...options }: CookieOptions): CookieOptions {
  return options;
}
