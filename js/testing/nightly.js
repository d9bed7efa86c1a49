import { test } from "node:test";

/** How many tests this process has left out. The reporter tells run.js, which rejects a file that has no tests at all. */
export let leftOut = 0;

/** A test that the gate leaves out; `.ci/shards.tsv` has its line. Everywhere else it is as any other. */
export const nightly = (name, ...rest) => {
  if (process.env.CARDEA_TIER === "gate") leftOut++;
  else test(name, ...rest);
};
