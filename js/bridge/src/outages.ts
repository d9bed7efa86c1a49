import type { Bridge } from "./bridge.js";
import { AuthError, BridgeError } from "./errors.js";
import type { Logger } from "./types.js";

/** An outage that lasts. */
interface Outage {
  id: string;
  /** When it began and was last seen, in milliseconds since 1970. */
  since: number;
  seen: number;
  /** Whether the core was reached, and said that it cannot tell. Such an outage ends where it can, or where none is seen. */
  isReached: boolean;
}

/** The cores that did not answer last. */
const down = new WeakMap<Bridge, Outage>();
/** What each core rejected last, by status. A visitor may cause it, by the name of another host. */
const rejections = new WeakMap<Bridge, Map<number, { id: string; at: number }>>();
/** After so long without another, what the core cannot tell is another outage: milliseconds. */
const QUIET = 60_000;
/** What was reported of each already. */
const reported = new WeakMap<Bridge, Set<string>>();
const MOST_REPORTS = 100;

/** What goes wrong between this site and its core: an outage is logged once, and once more when the core answers again. */
export class Outages {
  constructor(
    readonly bridge: Bridge,
    readonly logger: Logger,
    readonly onCoreError: ((error: Error) => void) | undefined,
  ) {}

  /** The reference of an outage that lasts. */
  get reference(): string | undefined {
    const outage = down.get(this.bridge);
    return outage && outage.isReached && Date.now() - outage.seen > QUIET ? undefined : outage?.id;
  }

  /** The core has told what it was asked for. */
  end(): void {
    ended(this.bridge, this.logger);
  }

  /** @returns the reference that the log has */
  log(error: BridgeError | AuthError): string {
    if (!(error instanceof BridgeError)) {
      error.id ??= reference();
      this.logger.error(error);
      return error.id;
    }
    if (!isAway(error)) return this.#rejected(error);
    const known = this.reference;
    error.id = known ?? error.id ?? reference();
    if (known === undefined) this.logger.error(error);
    const now = Date.now();
    const since = known === undefined ? now : down.get(this.bridge)!.since;
    down.set(this.bridge, { id: error.id, since, seen: now, isReached: error.status !== 0 });
    return error.id;
  }

  /** Logged once a minute for each status: it says nothing of other visitors. */
  #rejected(error: BridgeError): string {
    let all = rejections.get(this.bridge);
    if (!all) rejections.set(this.bridge, (all = new Map()));
    const known = all.get(error.status);
    if (known && Date.now() - known.at < QUIET) return (error.id = known.id);
    error.id ??= reference();
    all.set(error.status, { id: error.id, at: Date.now() });
    this.logger.error(error);
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

/** Whether the core did not answer or failed. Else it was reached, and rejects the call. */
export function isAway({ status }: BridgeError): boolean {
  return status === 0 || status >= 500;
}

/** The core was reached, whatever it answered. */
export function reached(bridge: Bridge, logger: Logger): void {
  if (down.get(bridge)?.isReached === false) ended(bridge, logger);
}

function ended(bridge: Bridge, logger: Logger): void {
  const outage = down.get(bridge);
  if (!outage) return;
  down.delete(bridge);
  logger.warn(`core-answers: the core is responding again, after ${Math.ceil((Date.now() - outage.since) / 1000)} s. Reference: ${outage.id}`);
}

export function reference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
