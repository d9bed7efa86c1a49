import type { Core } from "./bridge.js";
import { disagreement } from "./called-hooks.js";
import { ConfigurationError } from "./errors.js";
import { elsewhere } from "./local.js";
import type { Outages } from "./outages.js";
import type { Settings } from "./settings.js";
import { traitsOf } from "./strategies.js";
import type { PagesOptions, SiteConfig } from "./types.js";

/** A site, as far as the core may contradict it. */
export interface Compared {
  config: SiteConfig;
  settings: Settings;
  outages: Outages;
  /** As the browser sees it. */
  origin: string;
}

/**
 * Compares the settings of a site with what the core says of itself, and reports each difference once.
 *
 * @throws ConfigurationError where the two disagree about who decides
 */
export function compare(core: Core, { config, settings, outages, origin }: Compared): void {
  const { errors, warnings } = disagreement(config, core.hooks, `${settings.basePath}/hooks`);
  for (const warning of warnings) outages.report(`hooks-differ: ${warning}`);
  if (errors.length) throw new ConfigurationError(errors.join(". "));
  const at = (page: string | undefined) => (page === undefined ? "none" : new URL(page, origin).pathname);
  for (const [name, page] of Object.entries(config.pages ?? {})) {
    const cores = core.pages[name as keyof PagesOptions];
    if (page === undefined || at(page) === at(cores)) continue;
    outages.report(`pages-differ: \`pages.${name}\` is ${page} for this site and ${cores ?? "not set"} in the core, which sends visitors to its own; set ${page} in the core`);
  }
  if (settings.session === "remote" || !traitsOf(core.strategy).isReadable || core.hooks?.ready === false) return;
  const missing = elsewhere(core, config.callbacks ?? {});
  if (missing) outages.report(`callbacks-elsewhere: the \`${missing}\` callback runs elsewhere, so sessions are asked for in the core; set \`session: "remote"\`, or the callback here`);
}
