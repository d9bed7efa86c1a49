/** Longer than an answer takes: milliseconds. */
const MEMORY = 600_000;
const MOST = 20_000;

/** The SHA-256 of a token. */
export type TokenHash = string & { readonly __hash: never };

/** The tokens of one session, each renewed from the one before. */
interface Line {
  /** The newest, by its hash. */
  hash: TokenHash;
  /** The newest, sealed; absent before the first renewal. */
  token?: string | undefined;
  /** When the session was ended or changed, in milliseconds since 1970. */
  endedAt?: number;
}

/**
 * What this process saw of session tokens: as what each was renewed, so that requests in parallel go on from one token,
 * whichever they carry; and which were ended, so that an answer that took long undoes neither a sign-out nor an update.
 * Bounded in size; one for all copies of this module that a bundler made.
 */
export class TokenHistory {
  readonly #lines: Map<TokenHash, Line> = shared();

  async hash(token: string): Promise<TokenHash> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    return String.fromCharCode(...new Uint8Array(digest)) as TokenHash;
  }

  /** The token was signed out, replaced or changed: no token of its session is renewed again. */
  ended(hash: TokenHash): void {
    const line = this.#lines.get(hash) ?? { hash };
    put(this.#lines, hash, Object.assign(line, { endedAt: Date.now() }));
  }

  isEnded(hash: TokenHash): boolean {
    const at = this.#lines.get(hash)?.endedAt;
    return at !== undefined && Date.now() - at < MEMORY;
  }

  /** The token as which the session of this one was renewed last; undefined where it is this one, or the session has ended. */
  newest(hash: TokenHash): string | undefined {
    const line = this.#lines.get(hash);
    return line && line.hash !== hash && !this.isEnded(hash) ? line.token : undefined;
  }

  /**
   * A token was renewed.
   *
   * @param token the new one, sealed, where this process reads it
   * @returns whether the old one was the newest of its session; else nothing is remembered
   */
  renewed(from: TokenHash, to: TokenHash, token?: string): boolean {
    const line = this.#lines.get(from) ?? { hash: from };
    if (line.hash !== from) return false;
    put(this.#lines, from, line);
    put(this.#lines, to, Object.assign(line, { hash: to, token }));
    return true;
  }
}

function put(lines: Map<TokenHash, Line>, key: TokenHash, line: Line): void {
  lines.delete(key);
  lines.set(key, line);
  if (lines.size <= MOST) return;
  for (const oldest of lines.keys()) {
    lines.delete(oldest);
    return;
  }
}

function shared(): Map<TokenHash, Line> {
  const key = Symbol.for("cardea.tokens");
  const all = globalThis as { [key]?: Map<TokenHash, Line> };
  return (all[key] ??= new Map());
}
