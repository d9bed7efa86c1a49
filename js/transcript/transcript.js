import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { compare } from "./run.js";

/** The tests of one place. */
export function transcript(place, title, { prepare, ...options }, skip) {
  describe(`one script, ${title}`, { skip }, () => {
    let result;
    before(async () => {
      prepare?.();
      result = await compare(place, options);
      console.log(`${title}: ${result.steps} steps, ${result.alike} alike to the letter`);
    });

    test("differs as listed, and not otherwise", () => assert.equal(result.unlisted.join("\n\n"), ""));
    test("what is listed is so", () => assert.deepEqual([result.idle, result.stale], [[], []]));
    test("no entry for every step forgives that a cookie is lost", () => assert.deepEqual(result.forgiving, []));
    test("what is listed has a reason", () => assert.deepEqual(result.unexplained, []));
  });
}
