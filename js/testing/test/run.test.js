import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { environment, freePort, until } from "../process.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

describe("the runner of test files", () => {
  /** In the project, so that Git sees it, and hidden from the tests that read all sources while it comes and goes. */
  let folder, name;
  before(() => {
    folder = mkdtempSync(here(".tried-"));
    name = `js/testing/test/${folder.split("/").at(-1)}/some.mjs`;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a file of tests. In it, `once(id)` fails the first time. @returns the file */
  function written(code) {
    const state = mkdtempSync(join(folder, "state-"));
    const file = join(folder, "some.mjs");
    const once = `const once = (id) => { const mark = ${JSON.stringify(`${state}/`)} + id; if (!existsSync(mark)) { writeFileSync(mark, ""); throw new Error("the first time"); } };`;
    writeFileSync(file, `import { existsSync, writeFileSync } from "node:fs";\nimport { before, describe, test } from "node:test";\n${once}\n${code}\n`);
    return file;
  }

  function run(code, env = {}, ...args) {
    const options = { encoding: "utf8", env: { ...environment(), ...env } };
    const { status, stdout } = spawnSync(process.execPath, [here("../run.js"), ...args, written(code)], options);
    return { status, stdout, last: stdout.trimEnd().split("\n").at(-1) };
  }

  const flaky = (...ids) => ids.map((id) => `test("${id}", () => once("${id}"));`).join("\n");

  test("is green if all tests are, and says how many", () => {
    const { status, last } = run('test("a", () => {}); describe("b", () => { test("c", () => {}); test("d", { skip: "later" }, () => {}); });');
    assert.deepEqual([status, last], [0, "2 passed, 0 failed, 1 skipped"]);
  });

  test("is red if a test is red twice, and shows its failure and what the file printed", () => {
    const { status, stdout, last } = run('describe("b", () => { test("c", () => { console.log("a hint"); throw new Error("a fault"); }); });');
    assert.equal(status, 1);
    assert.match(stdout, /Error: a fault[^]*a hint/);
    assert.ok(stdout.includes(`red twice: ${name} > b > c`), stdout);
    assert.equal(last, "0 passed, 1 failed, 0 skipped");
  });

  test("is green if a test is red once, and names it", () => {
    const { status, stdout, last } = run(`test("a", () => {});\n${flaky("b")}`);
    assert.ok(stdout.includes(`FLAKY ${name} > b: the first time; green in the second run`), stdout);
    assert.deepEqual([status, last], [0, "2 passed, 0 failed, 0 skipped"]);
  });

  test("is red if more than two tests are flaky", () => {
    assert.equal(run(flaky("a", "b")).status, 0);
    const { status, stdout } = run(flaky("a", "b", "c"));
    assert.equal(status, 1);
    assert.match(stdout, /3 tests are flaky, more than 2/);
  });

  test("is red if the file of a flaky test differs from the commit before", () => {
    const { status, stdout } = run(flaky("a"), { CARDEA_BASE: "HEAD" });
    assert.equal(status, 1);
    assert.ok(stdout.includes(`flaky in a file that is changed: ${name} > a`), stdout);
  });

  test("is red if a file cannot begin, a test hangs the process up, or what a suite needs fails", () => {
    for (const code of ['import "./absent.js";', 'test("a", () => process.exit(3));', 'describe("a", () => { before(() => { throw new Error("no"); }); test("b", () => {}); });']) {
      const { status, last } = run(code);
      assert.equal(status, 1, code);
      assert.match(last, /^\d+ passed, 1 failed, 0 skipped$/, code);
    }
  });

  test("is red if a file has no tests, or ends with status 0 before they do", () => {
    const exit = 'test("a", () => {}); test("b", () => process.exit(0)); test("c", () => {});';
    for (const [code, why] of [["", "ended before"], ["process.exit(0);", "ended before"], ['describe("a", () => {});', "has no tests"], [exit, "ended before"]]) {
      const { status, stdout } = run(code);
      assert.equal(status, 1, code);
      assert.ok(stdout.includes(`red twice: ${name}\n`) && stdout.includes(`\n${why}`), stdout);
    }
  });

  test("is green if the gate leaves out all tests of a file", () => {
    const code = `const { nightly } = await import(${JSON.stringify(here("../nightly.js"))}); describe("a", () => { nightly("b", () => {}); });`;
    for (const [tier, passed] of [["gate", 0], ["", 1]]) {
      const { status, last } = run(code, { CARDEA_TIER: tier, CARDEA_REQUIRE: "all" });
      assert.deepEqual([status, last], [0, `${passed} passed, 0 failed, 0 skipped`]);
    }
  });

  test("is red for a red test that the other run doesn't reach, skips or calls by another name", () => {
    const isSecond = 'let isSecond = true; try { once("run"); } catch { isSecond = false; }';
    const fails = '() => { throw new Error("a fault"); }';
    for (const code of [
      `if (isSecond) process.exit(0); test("a", ${fails});`,
      `test("a", isSecond ? { skip: "later" } : {}, ${fails});`,
      `if (!isSecond) test("a", ${fails}); test("b", () => {});`,
      `test("a", isSecond ? () => {} : ${fails}); if (isSecond) test("b", ${fails});`,
      `if (isSecond) test("a", ${fails}); else process.exit(3);`,
      `test("port " + isSecond, ${fails});`,
    ]) {
      const { status, stdout } = run(`${isSecond}\n${code}`);
      assert.equal(status, 1, stdout);
      assert.ok(stdout.includes(`red once, and never green: ${name} > `), stdout);
    }
  });

  test("counts what is skipped in the second run alone", () => {
    const code = 'try { once("a"); } catch { process.exit(3); } test("b", { skip: "no part" }, () => {});';
    assert.equal(run(code).status, 0);
    assert.equal(run(code, { CARDEA_REQUIRE: "all" }).status, 1);
  });

  test("is red for a skipped test or suite where everything is required", () => {
    for (const code of ['test("a", { skip: "no part" }, () => {});', 'describe("a", { skip: "no part" }, () => { test("b", () => {}); });']) {
      assert.equal(run(code).status, 0, code);
      const { status, stdout } = run(code, { CARDEA_REQUIRE: "all" });
      assert.equal(status, 1, code);
      assert.ok(stdout.includes(`skipped, and everything is required: ${name} > a: no part`), stdout);
    }
  });

  test("is not red for a test in quarantine, until its date has passed", () => {
    const list = join(folder, "quarantine.txt");
    const code = 'test("a", () => { throw new Error("a fault"); });';
    writeFileSync(list, `# test, cause, date\n${name} > a\tthe port is taken\t9999-01-01\n`);
    const { status, stdout } = run(code, {}, "--quarantine", list);
    assert.equal(status, 0);
    assert.ok(stdout.includes(`QUARANTINED until 9999-01-01 ${name} > a: the port is taken`), stdout);
    const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const [days, red] of [[0, 0], [-1, 1]]) {
      writeFileSync(list, `${name} > a\tthe port is taken\t${inDays(days)}\n`);
      assert.equal(run(code, {}, "--quarantine", list).status, red);
    }
  });

  test("leaves nothing running that a test has started, when it is ended", async () => {
    const port = await freePort();
    const server = `require("node:http").createServer((_, answer) => answer.end()).listen(${port}, "127.0.0.1")`;
    const code = `import { spawn } from "node:child_process";
test("a", () => new Promise(() => spawn(process.execPath, ["-e", ${JSON.stringify(server)}], { stdio: "inherit" })));
setInterval(() => {}, 1_000);`;
    const answers = () => fetch(`http://127.0.0.1:${port}`).then(() => true, () => false);
    const runner = spawn(process.execPath, [here("../run.js"), written(code)], { env: environment(), stdio: "ignore" });
    assert.ok(await until(answers));
    const ended = once(runner, "exit");
    runner.kill();
    assert.deepEqual(await ended, [1, null]);
    assert.ok(await until(async () => !(await answers())));
  });

  test("writes the seconds of each test", () => {
    const times = join(folder, "times.tsv");
    run('test("a", () => {}); describe("b", () => { test("c", () => {}); });', { CARDEA_TIMES: times });
    assert.deepEqual(readFileSync(times, "utf8").trimEnd().split("\n").map((line) => line.replace(/^\d+\.\d\d\t/, "")), [`${name} > a`, `${name} > b > c`, `${name}, outside its tests`]);
  });
});
