import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { docs } from "../links.js";
import { contributing, isForContributors, menu } from "../menu.js";
import { pages } from "../pages.js";

const files = (groups) => groups.flatMap(({ items }) => items.map(({ file }) => file));

test("each page for users is in the menu once, and a provider's page is in the list of providers", () => {
  const forUsers = pages().filter((page) => page !== "index.md" && !isForContributors(page) && !/^providers\/(?!README)/.test(page));
  assert.deepEqual(files(menu).sort(), forUsers.sort());
});

test("each page of a menu exists, and none is in both", () => {
  const all = [...files(menu), ...files(contributing)];
  assert.deepEqual(all.filter((file) => !existsSync(join(docs, file))), []);
  assert.equal(new Set(all).size, all.length);
});
