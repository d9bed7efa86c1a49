import assert from "node:assert/strict";
import { test } from "node:test";
import { missing } from "../installed.js";

// Needs no package, so it still runs where other files of tests cannot even be read.
test("what the tests of the packages need is installed and compiled", () => {
  assert.deepEqual(missing(["js/bridge/test/bridge.test.js"]), []);
});

test("what is missing is said with its remedy", () => {
  for (const remedy of missing(["js/apps/next.test.js", "docs/a.test.js", "server/deploy/test/a.test.js"])) assert.match(remedy, /missing: (run|install)/);
});
