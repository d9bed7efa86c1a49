import type { Environment } from "./environment.js";
import { ConfigurationError } from "./errors.js";
import { elements } from "./origin.js";
import type { SiteConfig } from "./types.js";

/**
 * The visitor's address; undefined where this site does not know it.
 *
 * @param peer the address of the connection, where the framework knows it
 */
export type ClientAddress = (headers: Headers, peer?: string) => string | undefined;

/** What may be an address, with or without its port; the core parses it. */
const ADDRESS = /^[0-9a-f:.[\]]{2,64}$/i;
/** Addresses of a proxy on the same machine or network. The core does not count by them. */
const NOT_PUBLIC = /^(::ffff:)?(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(::1$|f[cd]|fe[89ab])/i;
/** The header that each platform sets, and replaces if a visitor sent it; by the variable that the platform sets. */
const OF_PLATFORM = { VERCEL: "x-real-ip", CF_PAGES: "cf-connecting-ip", FLY_APP_NAME: "fly-client-ip" };

/**
 * Where the visitor's address is. `X-Forwarded-For` counts only if the site says how many of its proxies append to it:
 * without a proxy, the visitor writes the whole list.
 *
 * @throws ConfigurationError for a number of proxies that is none
 */
export function clientAddressOf(setting: SiteConfig["clientAddress"], environment: Environment): ClientAddress {
  if (typeof setting === "function") return (headers) => addressOf(setting(headers));
  if (setting === undefined) {
    const platform = Object.entries(OF_PLATFORM).find(([variable]) => environment[variable]);
    return platform ? (headers) => addressOf(headers.get(platform[1])) : (_, peer) => addressOf(peer);
  }
  if (!Number.isInteger(setting) || setting < 0) {
    throw new ConfigurationError("`clientAddress` is the number of this site's proxies that append to X-Forwarded-For, 0 for none, or a function");
  }
  return setting === 0 ? (_, peer) => addressOf(peer) : (headers) => addressOf(elements(headers.get("x-forwarded-for")).at(-setting));
}

/** Whether the core can count a visitor's attempts by an address. */
export function isPublic(address: string | undefined): boolean {
  return address !== undefined && !NOT_PUBLIC.test(address);
}

/** An address of a visitor; undefined where a text is none. */
function addressOf(text: string | null | undefined): string | undefined {
  return text && ADDRESS.test(text) ? text : undefined;
}
