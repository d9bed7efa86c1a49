/** Longer than an answer takes: milliseconds. */
const MEMORY = 600_000;
const MOST = 20_000;

/** The SHA-256 of a token. */
export type TokenHash = string & { readonly __hash: never };

/** The tokens of one session, each renewed from another. */
interface Line {
  /** How often the claims were changed by a callback. */
  changes: number;
  /** The token after the last of these changes, sealed. */
  token?: string;
  /** When the session was ended or changed, in milliseconds since 1970. */
  endedAt?: number;
}

/** A token's place in its line: after how many changes it was made. */
interface Place {
  line: Line;
  changes: number;
}

/**
 * What this process saw of session tokens. It knows what callbacks changed, so that all requests of a session go on from
 * one token, whichever they carry. It knows which were ended, so that an answer that took long undoes neither a sign-out nor
 * an update. Bounded in size; one for all copies of this module that a bundler made.
 */
export class TokenHistory {
  readonly #places: Map<TokenHash, Place> = shared();

  async hash(token: string): Promise<TokenHash> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    return String.fromCharCode(...new Uint8Array(digest)) as TokenHash;
  }

  /** The token was signed out, replaced or changed: no token of its session is renewed again. */
  ended(hash: TokenHash): void {
    const place = this.#of(hash);
    place.line.endedAt = Date.now();
    put(this.#places, hash, place);
  }

  isEnded(hash: TokenHash): boolean {
    const at = this.#places.get(hash)?.line.endedAt;
    return at !== undefined && Date.now() - at < MEMORY;
  }

  /** The token to go on from instead of this one; undefined where no callback has changed it, or the session has ended. */
  newest(hash: TokenHash): string | undefined {
    return this.#isNewest(hash) || this.isEnded(hash) ? undefined : this.#of(hash).line.token;
  }

  /**
   * A token was renewed.
   *
   * @param changed the new one, sealed, where a callback changed the claims
   * @returns whether the old one was the newest of its session, which has not ended; else nothing is remembered
   */
  renewed(from: TokenHash, to: TokenHash, changed?: string): boolean {
    if (!this.#isNewest(from) || this.isEnded(from)) return false;
    const { line } = this.#of(from);
    put(this.#places, from, { line, changes: line.changes });
    if (changed !== undefined) Object.assign(line, { changes: line.changes + 1, token: changed });
    put(this.#places, to, { line, changes: line.changes });
    return true;
  }

  #isNewest(hash: TokenHash): boolean {
    const { line, changes } = this.#of(hash);
    return line.changes === changes;
  }

  #of(hash: TokenHash): Place {
    return this.#places.get(hash) ?? { line: { changes: 0 }, changes: 0 };
  }
}

function put(places: Map<TokenHash, Place>, key: TokenHash, place: Place): void {
  places.delete(key);
  places.set(key, place);
  if (places.size <= MOST) return;
  for (const oldest of places.keys()) {
    places.delete(oldest);
    return;
  }
}

function shared(): Map<TokenHash, Place> {
  const key = Symbol.for("cardea.tokens");
  const all = globalThis as { [key]?: Map<TokenHash, Place> };
  return (all[key] ??= new Map());
}
