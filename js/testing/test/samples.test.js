import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const guides = ["docs/next.md", "docs/solid-start.md", "docs/moving-from-authjs.md", "docs/guides/javascript-callbacks.md", "js/README.md", "js/next/README.md"];
// What types.test.js compiles, the applications, which are compiled where they are built, and the site of a Java core.
const sources = ["js/testing/types", "js/testing/java-core", "js/apps", "examples"];

const parts = (pattern, text) => Array.from(text.matchAll(pattern), ([, part]) => part.trimEnd());

function files(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|copies|target|\..*)$/.test(entry.name) ? [] : files(path);
    return /\.(ts|tsx|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

test("every sample of the guides is a part of a source, between `// sample` and `// end`", () => {
  const known = new Set(sources.flatMap(files).flatMap((path) => parts(/^\/\/ sample\n(.*?)^\/\/ end$/gms, readFileSync(join(root, path), "utf8"))));
  const all = guides.flatMap((guide) => parts(/^```(?:ts|js)\n(.*?)^```$/gms, readFileSync(join(root, guide), "utf8")).map((sample) => ({ guide, sample })));
  assert.ok(all.length >= guides.length);
  assert.deepEqual(all.filter(({ sample }) => !known.has(sample)), []);
});
