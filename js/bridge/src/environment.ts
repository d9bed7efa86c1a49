/** Variables of the environment by their names; undefined for one that is not set. */
export type Environment = Record<string, string | undefined>;
