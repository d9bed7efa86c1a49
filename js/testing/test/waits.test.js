import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gateFiles, root, sources, testFiles } from "../tiers.js";

/** What makes a test red on a busy machine, with the lines of today that still do it. A list may only shrink. */
const rules = [
  {
    title: "wait for an effect with `until`, and for no fixed time",
    pattern: /=> setTimeout\(|\bsetTimeout as\b|timers\/promises/,
    left: {
      "js/apps/race.js": 1,
      // A core that is slow, and `until` itself.
      "js/testing/core.js": 1,
      "js/testing/process.js": 1,
    },
  },
  {
    title: "give what is waited for at least 30 seconds",
    pattern: /\btimeout: (?:[1-9]|[12]\d)_000\b[^}]*\}\)|\bsetDefaultTimeout\((?:[1-9]|[12]\d)_000\)/,
    left: {},
  },
  {
    title: "take a free port from `freePort`, and from no server that is closed",
    pattern: /\blisten\(0\b.*\bclose\(/,
    left: {},
  },
];

/** How many lines of each file match; files without any are left out. */
function counts(files, pattern) {
  const all = files.map((file) => [file, readFileSync(join(root, file), "utf8").split("\n").filter((line) => pattern.test(line)).length]);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

describe("tests", () => {
  const files = sources().filter((path) => path !== "js/testing/test/waits.test.js");

  for (const { title, pattern, left } of rules) {
    test(title, () => assert.deepEqual(counts(files, pattern), left));
  }

  test("measure time only at night: below 30 seconds, a busy machine is red by chance", () => {
    const bound = /assert\.ok\(.*\b(?:took|spent|first|time|Date\.now\(\) - \w+|performance\.now\(\) - \w+)\)?\)? <=? (?!30_000\b)/;
    const found = gateFiles().flatMap((file) => outsideNightly(file).filter((line) => bound.test(line)).map((line) => `${file}: ${line.trim()}`));
    assert.deepEqual(found, []);
    assert.ok(testFiles().some((file) => readFileSync(join(root, file), "utf8").split("\n").some((line) => bound.test(line))), "the pattern matches what it looks for");
  });
});

/** The lines of a file without its tests of the night. */
function outsideNightly(file) {
  let end;
  return readFileSync(join(root, file), "utf8").split("\n").filter((line) => {
    const begin = /^( *)nightly\(.*\{$/.exec(line);
    if (begin) end = `${begin[1]}});`;
    const isNightly = end !== undefined;
    if (line === end) end = undefined;
    return !isNightly;
  });
}
