/** For so long after a read that timed out no call is made: milliseconds. */
const REST = 3_000;
const MOST_CORES = 1_000;

interface Circuit {
  /** No call is made before this time, in milliseconds since 1970; 0 while the core answers. */
  until: number;
  /** One request that finds out whether the core answers again; calls meanwhile wait for it. */
  probe: Promise<boolean> | undefined;
}

/**
 * The circuit breaker of each core's address, one for the whole process: bundlers put several copies of this module into
 * one application. One read that times out opens it for three seconds. After that a single probe decides for all calls.
 */
export class Breaker {
  readonly #circuit: Circuit;

  constructor(address: string) {
    const circuits = shared();
    let circuit = circuits.get(address);
    if (!circuit) {
      if (circuits.size >= MOST_CORES) circuits.clear();
      circuits.set(address, (circuit = { until: 0, probe: undefined }));
    }
    this.#circuit = circuit;
  }

  /**
   * Whether a call may be made now.
   *
   * @param probe a request that depends on no visitor; rejects where the core does not answer
   */
  async allows(probe: () => Promise<unknown>): Promise<boolean> {
    const circuit = this.#circuit;
    if (circuit.until === 0) return true;
    if (Date.now() < circuit.until) return false;
    circuit.probe ??= probe().then(
      () => this.#settle(0, true),
      () => this.#settle(Date.now() + REST, false),
    );
    return circuit.probe;
  }

  /** A read has timed out. */
  open(): void {
    this.#circuit.until = Date.now() + REST;
  }

  #settle(until: number, answers: boolean): boolean {
    this.#circuit.until = until;
    this.#circuit.probe = undefined;
    return answers;
  }
}

function shared(): Map<string, Circuit> {
  const key = Symbol.for("cardea.circuits");
  const all = globalThis as { [key]?: Map<string, Circuit> };
  return (all[key] ??= new Map());
}
