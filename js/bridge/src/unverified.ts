import type { JWT } from "./types.js";

/**
 * Whether the token was issued for an unverified e-mail address at a site with e-mail sign-in. Only the store knows whether
 * the owner of the address has ended it since, so without the store it counts as no token.
 */
export function isUnverified(claims: JWT): boolean {
  const reserved: unknown = claims["cardea"];
  if (typeof reserved !== "object" || reserved === null || !("unverified" in reserved)) return false;
  return reserved.unverified !== false;
}
