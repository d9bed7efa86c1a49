import type { Bridge } from "./bridge.js";
import { AuthError, BridgeError } from "./errors.js";
import type { Logger } from "./types.js";

/** The cores that did not answer last, each with the reference of its outage. */
const down = new WeakMap<Bridge, string>();
/** What was reported of each already. */
const reported = new WeakMap<Bridge, Set<string>>();
const MOST_REPORTS = 100;

/** What goes wrong between this site and its core: an outage is logged once until the core answers again. */
export class Outages {
  constructor(
    readonly bridge: Bridge,
    readonly logger: Logger,
    readonly onCoreError: ((error: Error) => void) | undefined,
  ) {}

  /** The reference of an outage that lasts. */
  get reference(): string | undefined {
    return down.get(this.bridge);
  }

  /** The core has answered. */
  end(): void {
    down.delete(this.bridge);
  }

  /** @returns the reference that the log has */
  log(error: BridgeError | AuthError): string {
    if (!(error instanceof BridgeError)) {
      error.id ??= reference();
      this.logger.error(error);
      return error.id;
    }
    const known = down.get(this.bridge);
    error.id = known ?? error.id ?? reference();
    if (known === undefined) this.logger.error(error);
    down.set(this.bridge, error.id);
    return error.id;
  }

  /** As {@link log}; the application learns that a visitor was not served. */
  failed(error: BridgeError | AuthError): string {
    const id = this.log(error);
    if (error instanceof BridgeError) this.onCoreError?.(error);
    return id;
  }

  /** A setting that does not fit, reported once. */
  report(warning: string): void {
    let all = reported.get(this.bridge);
    if (!all) reported.set(this.bridge, (all = new Set()));
    if (all.has(warning) || all.size >= MOST_REPORTS) return;
    all.add(warning);
    this.logger.warn(warning);
  }
}

export function reference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
