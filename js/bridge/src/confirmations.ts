import { BridgeError } from "./errors.js";
import { Recent } from "./recent.js";
import type { User } from "./types.js";

const MOST_SESSIONS = 10_000;
/** In milliseconds. */
const MAX_DELAY = 5_000;

/** What the core says of a session that exists. */
export interface Confirmed {
  /** When the core was asked, in milliseconds since 1970. */
  at: number;
  /** As the store has the user, if this check asked the core and the store has one. */
  user?: User;
}

/** The session of a token. */
export interface Checked {
  id: string;
  /** The user, as the token says. */
  sub: string | undefined;
}

interface Moment {
  wall: number;
  monotonic: number;
}

interface Question {
  begun: Moment;
  answer: Promise<Confirmed | null>;
}

interface Kept {
  begun: Moment;
  isLive: boolean;
  /** The user, as the token says. */
  sub: string | undefined;
}

interface State {
  kept: Recent<string, Kept>;
  underWay: Map<string, Question>;
  /** Grows when a session ends in this process. */
  ends: number;
}

/**
 * What the core said of sessions moments ago, so that it isn't asked for each page. The age of an answer is measured from
 * the moment at which the core was *asked*, so an ended session is accepted for `confirmAge` at most. One for all copies of
 * this module that a bundler made.
 *
 * A session that was ended in this process is not accepted again: what was asked before the end is not kept.
 */
export class Confirmations {
  readonly #state = shared();

  /** @param core its address: two cores may not know each other's sessions */
  constructor(readonly core: string) {}

  /**
   * Whether a session exists; null: it has ended.
   *
   * @param age until an answer is too old, in seconds
   * @param ask the core: the user, or null where the session has ended; rejects where that is unknown
   */
  async confirm({ id, sub }: Checked, age: number, ask: () => Promise<{ user?: User } | null>): Promise<Confirmed | null> {
    const state = this.#state;
    const key = this.#key(id);
    const known = state.kept.get(key);
    if (known && elapsed(known.begun) < age * 1000) return known.isLive ? { at: known.begun.wall } : null;
    const leading = state.underWay.get(key);
    if (leading && elapsed(leading.begun) < age * 1000) return leading.answer;
    const begun = now();
    const { ends } = state;
    const answer = ask().then((found) => found && requireTimely({ ...found, at: begun.wall }, begun, age));
    const question = { begun, answer };
    state.underWay.set(key, question);
    try {
      const found = await answer;
      if (state.ends === ends) state.kept.set(key, { begun, isLive: found !== null, sub });
      return found;
    } finally {
      if (state.underWay.get(key) === question) state.underWay.delete(key);
    }
  }

  /** A session has ended in this process. */
  forget(id: string): void {
    const key = this.#key(id);
    this.#state.ends++;
    this.#state.kept.delete(key);
    this.#state.underWay.delete(key);
  }

  /** Sessions of a user have ended in this process. */
  forgetAllOf(sub: string): void {
    this.#state.ends++;
    this.#state.kept.deleteIf((each) => each.sub === sub);
    this.#state.underWay.clear();
  }

  #key(id: string): string {
    return `${this.core}\n${id}`;
  }
}

/** The process may have been stopped since the core gave the answer. */
function requireTimely(found: Confirmed, begun: Moment, age: number): Confirmed {
  if (elapsed(begun) > Math.max(age * 1000, MAX_DELAY)) throw new BridgeError("the core's answer came too late", 0);
  return found;
}

function now(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

/** Milliseconds by the clock that moved more: the monotonic one stops while a machine sleeps, the other may be set back. */
function elapsed({ wall, monotonic }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - monotonic);
}

function shared(): State {
  const key = Symbol.for("cardea.confirmations");
  const all = globalThis as { [key]?: State };
  return (all[key] ??= { kept: new Recent(MOST_SESSIONS), underWay: new Map(), ends: 0 });
}
