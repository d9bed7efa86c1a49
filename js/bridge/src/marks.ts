import type { JWT } from "./types.js";

/**
 * Whether the token was issued for an unverified e-mail address at a site with e-mail sign-in. Only the store knows whether
 * the owner of the address has ended it since, so without the store it counts as no token.
 */
export function isUnverified(claims: JWT): boolean {
  return hasMark(claims, "unverified");
}

/** Whether development mode issued the token, which signs in any user without proof. */
export function isOfDevelopment(claims: JWT): boolean {
  return hasMark(claims, "development");
}

/** The token as its reader gets it in development: without the mark. */
export function withoutDevelopment(claims: JWT): JWT {
  if (!isOfDevelopment(claims)) return claims;
  const { cardea, ...rest } = claims;
  const { development, ...others } = cardea as Record<string, unknown>;
  return Object.keys(others).length === 0 ? rest : { ...rest, cardea: others };
}

/** Which session a token belongs to. */
export interface TokenSession {
  /** Names the record of the session; absent where no store has one. */
  id?: string;
  /** When the user signed in, in seconds since 1970. */
  begun: number;
}

/** Undefined where the token says no session, and null where it says one that the core never issues. */
export function sessionOf(claims: JWT): TokenSession | null | undefined {
  const reserved: unknown = claims["cardea"];
  if (reserved === undefined) return undefined;
  if (typeof reserved !== "object" || reserved === null) return null;
  if (!SESSION.some((name) => name in reserved)) return undefined;
  const { v, sid, at } = reserved as Record<string, unknown>;
  if (v !== 1 || !Number.isInteger(at) || (at as number) < 0 || (at as number) > LATEST) return null;
  if (sid === undefined) return { begun: at as number };
  return typeof sid === "string" && /^[0-9a-f]{64}$/.test(sid) ? { id: sid, begun: at as number } : null;
}

/** The token as the application sees it: without the session, which it neither sees nor sets. */
export function withoutSession(claims: JWT): JWT {
  const reserved: unknown = claims["cardea"];
  if (typeof reserved !== "object" || reserved === null || !SESSION.some((name) => name in reserved)) return claims;
  const { cardea, ...rest } = claims;
  const others = Object.fromEntries(Object.entries(reserved).filter(([name]) => !SESSION.includes(name)));
  return Object.keys(others).length === 0 ? rest : { ...rest, cardea: others };
}

const SESSION = ["v", "sid", "at"];
/** The end of the year 9999, as in the core. */
const LATEST = 253_402_300_799;

/** Any value but `false` counts. */
function hasMark(claims: JWT, name: string): boolean {
  const reserved: unknown = claims["cardea"];
  if (typeof reserved !== "object" || reserved === null || !(name in reserved)) return false;
  return (reserved as Record<string, unknown>)[name] !== false;
}
