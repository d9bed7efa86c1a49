import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { docs } from "../links.js";
import { MOST, full, short } from "../llms.js";

const read = (file) => readFileSync(join(docs, file), "utf8");
const remedy = "run `npm run llms` in docs";

// Not assert.equal, which would print both files.
test("llms.txt is what the pages say today", () => assert.ok(read("llms.txt") === short(), remedy));

test("llms-full.txt is what the pages say today", () => assert.ok(read("llms-full.txt") === full(), remedy));

test("llms-full.txt has at most 300 KB", () => {
  const bytes = Buffer.byteLength(full());
  assert.ok(bytes <= MOST, `${bytes} bytes: leave pages out, in llms.js`);
});

test("each link of llms.txt leads to a page, and no guide is missing", () => {
  const text = short();
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
  for (const link of links) assert.ok(existsSync(join(docs, link)), link);
  assert.ok(links.filter((link) => dirname(link) === "guides").length > 40);
});
