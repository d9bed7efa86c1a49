import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the compiler says, by file and line; an application with its usual settings. */
function said() {
  const { config } = ts.readConfigFile(here("../types/tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, here("../types"));
  return ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options)).map(({ file, start, messageText }) => ({
    file: file?.fileName ?? "",
    line: file ? file.getLineAndCharacterOfPosition(start).line : 0,
    text: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

const all = said();

test("what applications write is accepted", () => {
  assert.deepEqual(all.filter(({ file }) => !file.endsWith("/wrong.ts")), []);
});

test("what belongs elsewhere is refused, and says where it belongs", () => {
  const wrong = all.filter(({ file }) => file.endsWith("/wrong.ts"));
  const lines = readFileSync(here("../types/wrong.ts"), "utf8").split("\n");
  for (const [line, code] of lines.entries()) {
    const wanted = /\/\/ says: (.*)$/.exec(code)?.[1];
    const told = wrong.filter((each) => each.line === line).map(({ text }) => text).join("\n");
    if (wanted) assert.ok(told.includes(wanted), `${code.trim()}\n${told}`);
    else assert.equal(told, "", code);
  }
});

test("the types of errors are those of the core", () => {
  const path = "../../../libraries/core/src/main/java/dev/cardea/error/ErrorType.java";
  const core = readFileSync(here(path), "utf8").matchAll(/^ {4}[A-Z_]+\(\s*"(\w+)"/gm);
  const [, union] = /type ErrorType =([^;]*);/.exec(readFileSync(here("../../bridge/src/errors.ts"), "utf8"));
  const own = Array.from(union.matchAll(/"(\w+)"/g), ([, name]) => name);
  assert.deepEqual(own.toSorted(), [...Array.from(core, ([, name]) => name), "Configuration"].sort());
});
