import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gateFiles, nightlyRows, root, sources, testFiles } from "../tiers.js";

const rows = nightlyRows();
const read = (file) => readFileSync(join(root, file), "utf8");
/** What can call `nightly`. A helper can't have a row, so it must not. */
const users = Array.from(new Set([...testFiles(), ...sources()]));
const twice = (all) => all.filter((each, i) => all.indexOf(each) < i);

describe("`.ci/shards.tsv`", () => {
  test("has each file and each test once, so that it runs in one shard", () => {
    assert.deepEqual(twice(rows.map(({ what }) => what)), []);
    const whole = rows.filter(({ file, name }) => file && !name).map(({ file }) => file);
    assert.deepEqual(rows.filter(({ file, name }) => name && whole.includes(file)), [], "a test of a file that is there as a whole");
  });

  test("has files, programs and shards that exist", () => {
    const files = testFiles();
    assert.deepEqual(rows.filter(({ file }) => file && !files.includes(file)), []);
    const programOf = ([first, second]) => join(root, "js", first === "node" ? second : first);
    assert.deepEqual(rows.filter(({ command }) => command && !existsSync(programOf(command))), []);
    assert.deepEqual(rows.filter(({ shard }) => !/^[1-6]$/.test(shard)), []);
  });

  test("has each test that its file leaves out of the gate, and no other test", () => {
    const listed = rows.filter(({ name }) => name).map(({ what }) => what);
    const written = users.flatMap((file) => leftOut(read(file)).names.map((name) => `${file} > ${name}`));
    const whole = new Set(rows.filter(({ file, name }) => file && !name).map(({ file }) => file));
    assert.deepEqual(listed.toSorted(), written.filter((each) => !whole.has(each.split(" > ")[0])).sort());
  });
});

/** The names of the tests that a file leaves out of the gate, and how many mentions of `nightly` have no name. */
function leftOut(text) {
  const names = Array.from(text.matchAll(/^ *nightly\((["'`])(.*?)\1,/gm), ([, , name]) => name);
  const isUser = /^import [^;]*\/nightly\.js"/m.test(text);
  const mentions = isUser ? text.replace("import { nightly }", "").match(/\bnightly\b(?!\.js)/g) : [];
  return { names, unnamed: (mentions ?? []).length - names.length };
}

test("each call of `nightly` begins a line that has the whole name of its test, so that it can have its row", () => {
  const unclear = users.filter((file) => leftOut(read(file)).unnamed > 0);
  assert.deepEqual(unclear.map((file) => `${file}: begin a line with nightly("the whole name",`), []);
  const begin = 'import { nightly } from "../nightly.js";\n  nightly("a rule", () => {});\n';
  assert.deepEqual(leftOut(begin), { names: ["a rule"], unnamed: 0 });
  for (const call of ['nightly(\n  "b", () => {});', "for (const each of all) nightly(each, () => {});", "nightly(title, () => {});", "all.forEach(nightly);"]) {
    assert.deepEqual(leftOut(begin + call), { names: ["a rule"], unnamed: 1 }, call);
  }
  assert.equal(leftOut('import { nightly as later } from "../nightly.js";').unnamed, 1);
});

test("a file that has no line runs in the gate", () => {
  const text = "5\tjs\tjs/a.test.js\n5\tjs\tjs/b.test.js > a rule\n6\tjava\tdev.cardea.ATest\n";
  assert.deepEqual(gateFiles(nightlyRows(text), ["js/a.test.js", "js/b.test.js", "js/c.test.js"]), ["js/b.test.js", "js/c.test.js"]);
});

/** These define or share tests for test files, and aren't test files themselves. */
const HELPERS = ["js/testing/nightly.js", "js/transcript/transcript.js"];

/** Whether a program looks like a test file, by its name or by what it uses. */
const isTest = (path, text) => /[._-](tests?|spec)\.\w+$/.test(path) || /["']node:test["']|["'][./]+(testing\/nightly|transcript)\.js["']/.test(text);

test("no test file lies where neither the gate nor a shard looks, or has a name that they don't look for", () => {
  const all = execFileSync("git", ["ls-files", "-z", ...["js", "jsx", "cjs", "mjs", "ts", "tsx"].map((suffix) => `*.${suffix}`)], { cwd: root, encoding: "utf8" });
  const found = all.split("\0").filter((path) => path && !path.includes("node_modules/") && existsSync(join(root, path)) && isTest(path, read(path)));
  assert.ok(found.length > 30);
  assert.deepEqual(found.filter((path) => !testFiles().includes(path) && !HELPERS.includes(path)), []);
  for (const path of ["a.spec.js", "a_test.js", "a.tests.js", "a.test.cjs", "a.test.tsx"]) assert.ok(isTest(path, ""), path);
  assert.ok(isTest("a.js", 'const { test } = require("node:test");') && !isTest("latest.js", 'import "./test.js";'));
});

/** The journey of each framework that has to stay in the gate: sign in, see the session, sign out, in a browser. */
const JOURNEYS = {
  "js/apps/next.test.js": "an identity provider, from an action and from the browser",
  "js/apps/solid.test.js": "credentials, wrong and right, and out again",
};

test("the central journey of each framework is in the gate", () => {
  const isInGate = (file, name, text = read(file), of = rows) => gateFiles(of).includes(file) && text.includes(`\n  test(${JSON.stringify(name)}, async () => {\n`);
  for (const [file, name] of Object.entries(JOURNEYS)) {
    assert.ok(isInGate(file, name), `${file} > ${name}`);
    assert.ok(!isInGate(file, name, read(file).replace(`test("${name}"`, `nightly("${name}"`)));
    assert.ok(!isInGate(file, name, read(file), nightlyRows(`3\tjs\t${file}\n`)));
  }
});
