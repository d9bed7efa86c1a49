import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { compare, withoutReference } from "../run.js";

const pairs = {
  Next: { title: "next-auth and ours, on Next's own parts", sites: ["bare", "decided", "stored", "rows"], host: "next-parts.js" },
  SolidStart: { title: "@auth/solid-start and ours", sites: ["solid"], host: "solid-parts.js" },
};

for (const [place, { title, ...options }] of Object.entries(pairs)) {
  describe(`one script, ${title}`, { skip: withoutReference }, () => {
    let result;
    before(async () => {
      result = await compare(place, options);
      console.log(`${title}: ${result.steps} steps, ${result.alike} alike to the letter`);
    });

    test("differs as listed, and not otherwise", () => assert.equal(result.unlisted.join("\n\n"), ""));
    test("what is listed is so", () => assert.deepEqual([result.idle, result.stale], [[], []]));
    test("what is listed has a reason", () => assert.deepEqual(result.unexplained, []));
  });
}
