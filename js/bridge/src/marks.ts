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

/** Any value but `false` counts. */
function hasMark(claims: JWT, name: string): boolean {
  const reserved: unknown = claims["cardea"];
  if (typeof reserved !== "object" || reserved === null || !(name in reserved)) return false;
  return (reserved as Record<string, unknown>)[name] !== false;
}
