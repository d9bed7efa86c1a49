import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { packageSources, root } from "../tiers.js";

const files = new Set(packageSources());
const imports = new Map([...files].map((file) => [file, imported(file)]));

/** The files of the packages that a file imports, types included. */
function imported(file) {
  const names = [...readFileSync(join(root, file), "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, name]) => name);
  const paths = names.map((name) => posix.join(posix.dirname(file), name));
  // A source in TypeScript is imported by the name that it is compiled to.
  return paths.flatMap((path) => [path, path.replace(/\.js$/, ".ts")].find((each) => files.has(each)) ?? []);
}

/** Every file that a file needs, directly or by way of others. */
function needed(file, found = new Set()) {
  for (const each of imports.get(file)) if (!found.has(each)) needed(each, found.add(each));
  return found;
}

test("no file of a package imports itself by way of another", () => {
  assert.ok(needed("js/bridge/src/index.ts").has("js/bridge/src/errors.ts"), "imports are read");
  assert.deepEqual([...files].filter((file) => needed(file).has(file)), []);
});
