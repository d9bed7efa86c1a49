/** Longer than an answer takes: milliseconds. */
const MEMORY = 600_000;
const MOST = 20_000;

/** A token by its hash, so that the history holds none. */
export type TokenHash = string & { readonly __hash: never };

interface Sighting {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The token that it renewed. */
  from?: TokenHash;
}

interface Sightings {
  ended: Map<TokenHash, Sighting>;
  renewedFrom: Map<TokenHash, Sighting>;
}

/**
 * What this process saw of session tokens in the last ten minutes, so that an answer that took long undoes neither a
 * sign-out nor an update. Bounded in time and size; one for all copies of this module that a bundler made.
 */
export class TokenHistory {
  readonly #seen: Sightings = shared();

  async hash(token: string): Promise<TokenHash> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    return String.fromCharCode(...new Uint8Array(digest)) as TokenHash;
  }

  /** The token was signed out, replaced or changed: neither it nor those that it was renewed from are renewed again. */
  ended(hash: TokenHash): void {
    const at = Date.now();
    let each: TokenHash | undefined = hash;
    while (each !== undefined && !this.isEnded(each)) {
      put(this.#seen.ended, each, { at });
      each = this.#seen.renewedFrom.get(each)?.from;
    }
  }

  isEnded(hash: TokenHash): boolean {
    const sighting = this.#seen.ended.get(hash);
    return sighting !== undefined && Date.now() - sighting.at < MEMORY;
  }

  renewed(from: TokenHash, to: TokenHash): void {
    put(this.#seen.renewedFrom, to, { at: Date.now(), from });
  }
}

function put(map: Map<TokenHash, Sighting>, key: TokenHash, sighting: Sighting): void {
  map.delete(key);
  map.set(key, sighting);
  if (map.size <= MOST) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

function shared(): Sightings {
  const key = Symbol.for("cardea.tokens");
  const all = globalThis as { [key]?: Sightings };
  return (all[key] ??= { ended: new Map(), renewedFrom: new Map() });
}
