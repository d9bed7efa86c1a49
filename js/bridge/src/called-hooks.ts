import type { CalledHooks } from "./bridge.js";
import { hooksOf, namesOf } from "./hooks.js";
import type { SiteConfig } from "./types.js";

/** What this site and the core disagree about. */
export interface Disagreement {
  /** Decisions that one side only knows: no user may sign in before they are mended. */
  errors: string[];
  /** Events that are not heard, and what may mend itself. */
  warnings: string[];
}

/**
 * Compares the hooks of this site with those that the core calls. Without the call of its `signIn` callback, every
 * visitor could sign in.
 *
 * @param called as the core describes itself; absent from one that does not say
 * @param path where this site answers hooks
 */
export function disagreement(config: SiteConfig, called: CalledHooks | null | undefined, path: string): Disagreement {
  const errors: string[] = [];
  const warnings: string[] = [];
  if (called === undefined) return { errors, warnings };
  const own = namesOf(hooksOf(config));
  if (called === null) {
    const mend = `the core calls no hooks; set \`hooks: { url: … }\` in the core to this site's ${path}`;
    for (const name of own.callbacks) errors.push(`\`${name}\` is here, and it is never asked: ${mend}`);
    for (const name of own.events) warnings.push(`\`events.${name}\` is here, and it is never sent: ${mend}`);
    return { errors, warnings };
  }
  const missing = own.callbacks.filter((name) => !called.callbacks.includes(name));
  const unsent = own.events.filter((name) => !called.events.includes(name));
  if (called.auto) {
    if (called.ready && missing.length) {
      warnings.push(`the core does not ask ${missing.join(", ")} yet: it asks again within a minute; if this stays, \`hooks.url\` in the core leads to another application`);
    }
    return { errors, warnings };
  }
  for (const name of missing) errors.push(`\`${name}\` is here, and it is never asked: list it in \`hooks.callbacks\` of the core, or leave that list out`);
  for (const name of called.callbacks.filter((name) => !own.callbacks.includes(name))) {
    errors.push(`\`hooks.callbacks\` of the core lists ${name}, and it is not here: add it, or take it out of the list`);
  }
  for (const name of unsent) warnings.push(`\`events.${name}\` is here, and it is never sent: list it in \`hooks.events\` of the core, or leave that list out`);
  for (const name of called.events.filter((name) => !own.events.includes(name))) warnings.push(`\`hooks.events\` of the core lists ${name}, and it is not here`);
  return { errors, warnings };
}
