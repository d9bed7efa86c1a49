/** Where the core keeps sessions. */
export type Strategy = keyof typeof STRATEGIES;

/** What differs between the core's session strategies for a site. */
interface Traits {
  /** Whether a site can read the sessions itself. */
  isReadable: boolean;
  /** Whether a renewal leaves the value of the cookie as it is, so that it does not matter which answer arrives last. */
  keepsValue: boolean;
  /** Whether a session lives on in the store when its cookie is deleted. */
  isStored: boolean;
  /** Whether a token counts only while the core has a record of its session. */
  isRecorded: boolean;
}

const STRATEGIES = {
  jwt: { isReadable: true, keepsValue: false, isStored: false, isRecorded: false },
  database: { isReadable: false, keepsValue: true, isStored: true, isRecorded: false },
  revocable: { isReadable: true, keepsValue: false, isStored: true, isRecorded: true },
} satisfies Record<string, Traits>;

/** A newer core may have others: they are for it to read, and nothing is assumed of their cookies. */
const UNKNOWN: Traits = { isReadable: false, keepsValue: false, isStored: true, isRecorded: false };

/** What a site needs to know of the strategy in the core's description; undefined: there is no description yet. */
export function traitsOf(strategy: string | undefined): Traits {
  return strategy !== undefined && Object.hasOwn(STRATEGIES, strategy) ? STRATEGIES[strategy as Strategy] : UNKNOWN;
}
