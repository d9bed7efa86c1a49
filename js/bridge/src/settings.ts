import { ConfigurationError } from "./errors.js";
import { basePathOf } from "./paths.js";
import type { Logger, SiteConfig } from "./types.js";

export type Environment = Record<string, string | undefined>;

/** A configuration with what the environment adds. */
export interface Settings {
  core: string;
  secrets: readonly string[];
  basePath: string;
  /** Fixes the origin. */
  url: string | undefined;
  trustHost: boolean;
  logger: Logger;
}

/** @throws ConfigurationError which names the setting that is missing */
export function settingsOf(config: SiteConfig, environment: Environment, basePath: string): Settings {
  const core = config.core ?? environment["CARDEA_URL"];
  if (!core) throw new ConfigurationError("`core` is not set; give Cardea's address, or set CARDEA_URL");
  if (!URL.canParse(core)) throw new ConfigurationError(`\`core\` is no address: ${core}`);
  const secrets = secretsOf(config, environment);
  if (secrets.length === 0) throw new ConfigurationError("`secret` is not set; give the core's, or set AUTH_SECRET");
  const url = [environment["AUTH_URL"], environment["NEXTAUTH_URL"]].find((text) => text && URL.canParse(text));
  const path = url && new URL(url).pathname;
  return {
    core,
    secrets,
    basePath: basePathOf(config.basePath || (path !== "/" && path) || basePath),
    url,
    trustHost: config.trustHost ?? trusted(environment),
    logger: { ...loggerOf(config.debug ?? false), ...config.logger },
  };
}

function secretsOf(config: SiteConfig, environment: Environment): readonly string[] {
  if (config.secret?.length) return typeof config.secret === "string" ? [config.secret] : config.secret;
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"];
  const all = names.flatMap((name) => environment[name] || []);
  return all.length ? all : [environment["NEXTAUTH_SECRET"] || []].flat();
}

/** As the core reads it: AUTH_URL is a promise that the host is known. */
function trusted(environment: Environment): boolean {
  const names = ["AUTH_URL", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"];
  const set = names.map((name) => environment[name]).find((value) => value !== undefined);
  return set === undefined ? environment["NODE_ENV"] !== "production" : set !== "" && set !== "false";
}

function loggerOf(debug: boolean): Logger {
  return {
    error: (error) => console.error("[cardea]", error),
    warn: (code) => console.warn(`[cardea] ${code}`),
    debug: (message, metadata) => (debug ? console.log(`[cardea] ${message}`, metadata ?? "") : undefined),
  };
}
