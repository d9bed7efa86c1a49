import { test } from "node:test";

/** A test that the gate leaves out; `.ci/shards.tsv` has its line. Everywhere else it is as any other. */
export const nightly = (name, ...rest) => {
  if (process.env.CARDEA_TIER !== "gate") test(name, ...rest);
};
