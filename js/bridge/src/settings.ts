import { ConfigurationError } from "./errors.js";
import { basePathOf } from "./paths.js";
import type { CoreSettings, Logger, SessionCheck, SiteConfig } from "./types.js";

export type Environment = Record<string, string | undefined>;

/** A configuration with what the environment adds. */
export interface Settings {
  core: string;
  secrets: readonly string[];
  session: SessionCheck;
  basePath: string;
  /** Fixes the origin. */
  url: string | undefined;
  trustHost: boolean;
  /** How many proxies of this site append to `X-Forwarded-For`. */
  proxies: number;
  logger: Logger;
}

/** Those that TypeScript refuses; who writes JavaScript is told here. */
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

/** @throws ConfigurationError which names the setting that is missing, or in the wrong place */
export function settingsOf(config: SiteConfig, environment: Environment, basePath: string): Settings {
  const misplaced = THE_CORES.filter((name) => (config[name] ?? undefined) !== undefined);
  if (misplaced.length) throw new ConfigurationError(`${misplaced.map((name) => `\`${name}\``).join(", ")}: set in the core, not here`);
  const core = config.core ?? environment["CARDEA_URL"];
  if (!core) throw new ConfigurationError("`core` is not set; give Cardea's address, or set CARDEA_URL");
  if (!URL.canParse(core)) throw new ConfigurationError(`\`core\` is no address: ${core}`);
  const secrets = secretsOf(config, environment);
  if (secrets.length === 0) throw new ConfigurationError("`secret` is not set; give the core's, or set AUTH_SECRET");
  const url = addressIn(environment);
  const path = url && new URL(url).pathname;
  const session = config.session ?? "remote";
  // What is said of sessions otherwise is how the core keeps them; to take it for a way to check would be to check less.
  if (!isCheck(session)) throw new ConfigurationError("`session` is remote, local or local-then-remote; the rest of it is set in the core");
  return {
    core,
    secrets,
    session,
    basePath: basePathOf(config.basePath || (path !== "/" && path) || basePath),
    url,
    trustHost: config.trustHost ?? trusted(environment, url),
    proxies: proxiesOf(config.proxies),
    logger: { ...loggerOf(config.debug ?? false), ...config.logger },
  };
}

function proxiesOf(proxies: number | undefined): number {
  if (proxies === undefined) return 1;
  if (Number.isInteger(proxies) && proxies > 0) return proxies;
  throw new ConfigurationError("`proxies` is how many proxies of this site append to X-Forwarded-For: 1 or more");
}

/** What the environment says is this site's address. One that is none must not leave the host to the request's headers. */
function addressIn(environment: Environment): string | undefined {
  const name = ["AUTH_URL", "NEXTAUTH_URL"].find((each) => environment[each]?.trim());
  const text = name && environment[name]!.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:\/\//i.test(text) && !/[\s\\]/.test(text) && !url.username && !url.password) return text;
  throw new ConfigurationError(`${name} is no address: write https://app.example, or unset it`);
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

/** An address of this site is a promise that the host is known; what is no address promises nothing. */
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
