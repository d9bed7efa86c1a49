/** A map of bounded size: the entry that was used least recently goes first. */
export class Recent<K, V> {
  readonly #entries = new Map<K, V>();

  constructor(readonly capacity: number) {}

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#put(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#put(key, value);
    if (this.#entries.size <= this.capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  deleteIf(fits: (value: V) => boolean): void {
    for (const [key, value] of this.#entries) if (fits(value)) this.#entries.delete(key);
  }

  /** A `Map` keeps its entries in the order in which they came. */
  #put(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
