import { clientAddressOf, type ClientAddress } from "./client-address.js";
import type { Environment } from "./environment.js";
import { ConfigurationError } from "./errors.js";
import { isLoopback } from "./origin.js";
import { basePathOf } from "./paths.js";
import type { CoreSettings, Logger, SessionCheck, SiteConfig } from "./types.js";

/** A configuration with what the environment adds. */
export interface Settings {
  core: string;
  secrets: readonly string[];
  session: SessionCheck;
  basePath: string;
  /** Fixes the origin. */
  url: string | undefined;
  trustHost: boolean;
  clientAddress: ClientAddress;
  inProduction: boolean;
  logger: Logger;
}

/** Settings that TypeScript rejects at compile time; JavaScript applications get the error at run time. */
const THE_CORES: readonly (keyof CoreSettings)[] = [
  "providers",
  "adapter",
  "jwt",
  "cookies",
  "theme",
  "useSecureCookies",
  "redirectProxyUrl",
  "experimental",
  "skipCSRFCheck",
];

/**
 * Replaces the calls of a provider in `next-auth`. It has no counterpart, as the core makes these calls: a provider that
 * has it is rejected with the reason.
 */
export const customFetch: unique symbol = Symbol.for("cardea.customFetch");

/** Whether a provider, or the function that makes one, replaces its calls. */
function hasCustomFetch(providers: unknown): boolean {
  return Array.isArray(providers) && providers.some((provider) => {
    const made: unknown = typeof provider === "function" ? provider({}) : provider;
    const parts = [made, (made as { options?: unknown } | null)?.options];
    return parts.some((part) => typeof part === "object" && part !== null && customFetch in part);
  });
}

/** @throws ConfigurationError which names the setting that is missing, or in the wrong place */
export function settingsOf(config: SiteConfig, environment: Environment, basePath: string): Settings {
  const misplaced = THE_CORES.filter((name) => (config[name] ?? undefined) !== undefined);
  if (hasCustomFetch(config.providers)) {
    throw new ConfigurationError("`customFetch` has no counterpart: the core calls providers; set a proxy or certificates for its Java process");
  }
  if (misplaced.length) throw new ConfigurationError(`${misplaced.map((name) => `\`${name}\``).join(", ")}: set in the core, not here`);
  const core = config.core ?? environment["CARDEA_URL"];
  if (!core) throw new ConfigurationError("`core` is not set; give Cardea's address, or set CARDEA_URL");
  const address = URL.canParse(core) ? new URL(core) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) throw new ConfigurationError(`\`core\` is not an http or https address: ${core}`);
  if (address.protocol === "http:" && !isLoopback(address) && config.allowHttpCore !== true) {
    throw new ConfigurationError(`\`core\` ${address.origin} is plain http beyond this machine: passwords and sessions could be read on the way; use https, or set \`allowHttpCore\` for a private network`);
  }
  const secrets = secretsOf(config, environment);
  if (secrets.length === 0) throw new ConfigurationError("`secret` is not set; give the core's, or set AUTH_SECRET");
  const url = addressIn(environment);
  const path = url && new URL(url).pathname;
  const session = config.session ?? "local";
  // What is said of sessions otherwise is how the core keeps them; to take it for a way to check would be to check less.
  if (!isCheck(session)) throw new ConfigurationError("`session` is local or remote; the rest of it is set in the core");
  return {
    core,
    secrets,
    session,
    basePath: basePathOf(config.basePath || (path !== "/" && path) || basePath),
    url,
    trustHost: config.trustHost ?? trusted(environment, url),
    clientAddress: clientAddressOf(config.clientAddress, environment),
    inProduction: environment["NODE_ENV"] === "production",
    logger: { ...loggerOf(config.debug ?? false), ...config.logger },
  };
}

/** What the environment says is this site's address. One that is none must not leave the host to the request's headers. */
function addressIn(environment: Environment): string | undefined {
  const name = ["AUTH_URL", "NEXTAUTH_URL"].find((each) => environment[each]?.trim());
  const text = name && environment[name]!.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:\/\//i.test(text) && !/[\s\\]/.test(text) && !url.username && !url.password) return text;
  throw new ConfigurationError(`${name} is not an address: write https://app.example, or unset it`);
}

function isCheck(session: unknown): session is SessionCheck {
  return session === "remote" || session === "local" || session === "local-then-remote";
}

function secretsOf(config: SiteConfig, environment: Environment): readonly string[] {
  if (config.secret?.length) return typeof config.secret === "string" ? [config.secret] : config.secret;
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"];
  const all = names.flatMap((name) => environment[name] || []);
  return all.length ? all : [environment["NEXTAUTH_SECRET"] || []].flat();
}

/** Whether the host is trusted: with a configured address of this site always, otherwise as the environment says. */
function trusted(environment: Environment, url: string | undefined): boolean {
  if (url) return true;
  const names = ["AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"];
  const set = names.map((name) => environment[name]).find(Boolean);
  return set ? set !== "false" : environment["NODE_ENV"] !== "production";
}

function loggerOf(debug: boolean): Logger {
  return {
    error: (error) => console.error("[cardea]", error),
    warn: (code) => console.warn(`[cardea] ${code}`),
    debug: (message, metadata) => (debug ? console.log(`[cardea] ${message}`, metadata ?? "") : undefined),
  };
}
