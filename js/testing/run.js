// Runs test files, and says of each failure whether it is one or a matter of chance:
//   node testing/run.js [--concurrency N] FILES...
//   node testing/run.js [--concurrency N] --gate        all files of the gate
//   node testing/run.js --shard N                       what .ci/shards.tsv has for a shard of the night
// A file with a red test runs once more, alone. A test that is then green is flaky: it is printed, and red only if more than
// two are, or if its file differs from the commit CARDEA_BASE. A test in .ci/quarantine.txt is red after its date. With
// CARDEA_REQUIRE=all, no test may be skipped. A file is red if it has no tests or ends before they do. CARDEA_TIMES names a
// file to which the seconds of each test are added.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { missing } from "./installed.js";
import { pack } from "./packed.js";
import { gateFiles, nightlyRows, root } from "./tiers.js";

const js = join(root, "js");
const reporter = fileURLToPath(new URL("./reporter.js", import.meta.url));
const MOST_FLAKY = 2;
/** Of a file that hangs: milliseconds. The gate has to end in time though one hangs and runs once more. */
const MOST_TIME = { gate: 6 * 60_000, night: 20 * 60_000 };
/** Applications have ports of their own choice, so one runs at a time. */
const isApplication = (file) => file.startsWith("js/apps/");
const needsPackages = (file) => isApplication(file) || file === "js/testing/test/packages.test.js";

const options = {
  concurrency: { type: "string", default: "1" },
  gate: { type: "boolean", default: false },
  shard: { type: "string" },
  quarantine: { type: "string", default: join(root, ".ci/quarantine.txt") },
};
const { values: given, positionals } = parseArgs({ options, allowPositionals: true });
const rows = given.shard ? nightlyRows().filter(({ shard }) => shard === given.shard) : [];
const files = chosen();
const commands = rows.filter(({ command }) => command).map(({ command }) => command);
if (given.gate) process.env.CARDEA_TIER = "gate";
if (given.shard) delete process.env.CARDEA_TIER;

if (files.length + commands.length === 0) end(2, ["node testing/run.js [--concurrency N] FILES..., or --gate, or --shard N"]);
const lacks = missing([...files, ...(commands.length ? ["js/apps/"] : [])]);
if (lacks.length) end(2, lacks);

const home = mkdtempSync(join(tmpdir(), "cardea-run-"));
const running = new Set();
process.once("exit", () => {
  for (const kill of running) kill();
  rmSync(home, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
if (files.filter(needsPackages).length + commands.length > 1) process.env.CARDEA_PACKED ??= pack(home);

const first = await runAll(files, Number(given.concurrency));
const quarantined = quarantine();
const isRed = ({ failure, title }) => failure && !quarantined.has(title);
const again = await runAll(files.filter((file) => first.some((each) => each.file === file && isRed(each))), 1);
const failed = await runCommands();
judge();

/** The files of the command line, of the gate or of the shard, as paths from the root of the project. */
function chosen() {
  if (given.gate) return gateFiles();
  if (given.shard) return Array.from(new Set(rows.flatMap(({ file }) => file ?? [])));
  return positionals.map((file) => relative(root, resolve(file)));
}

/** Runs files, so many at a time. @returns what each test did */
async function runAll(all, width) {
  // What takes longest begins first.
  const waiting = all.toSorted((a, b) => isApplication(b) - isApplication(a));
  const results = [];
  let isBusy = false;
  async function worker() {
    for (;;) {
      const next = waiting.findIndex((file) => !(isBusy && isApplication(file)));
      if (next < 0) return;
      const [file] = waiting.splice(next, 1);
      isBusy ||= isApplication(file);
      results.push(...(await runFile(file)));
      if (isApplication(file)) isBusy = false;
    }
  }
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** Runs a file, and prints how it ended; with its output if a test is red. */
async function runFile(file) {
  const began = performance.now();
  const lines = join(mkdtempSync(join(home, "file-")), "lines");
  const { NODE_TEST_CONTEXT: outer, ...env } = process.env;
  const args = [`--test-reporter=${reporter}`, `--test-reporter-destination=${lines}`, join(root, file)];
  // A separate process group, so that nothing which a test has started outlives it.
  const child = spawn(process.execPath, args, { cwd: js, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  running.add(kill);
  const limit = setTimeout(kill, given.gate ? MOST_TIME.gate : MOST_TIME.night);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(text));
  const [code, signal] = await new Promise((done) => child.once("close", (...how) => done(how)));
  clearTimeout(limit);
  running.delete(kill);
  const seconds = (performance.now() - began) / 1_000;
  const all = (existsSync(lines) ? readFileSync(lines, "utf8") : "").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const end = all.find(({ leftOut }) => leftOut !== undefined);
  const own = all.filter((each) => each !== end);
  const short = fault(own, end, code, signal);
  if (short) own.push({ title: "", seconds, failure: { short, long: short } });
  const results = own.map((each) => ({ ...each, file, title: each.title ? `${file} > ${each.title}` : file }));
  const red = results.filter(({ failure }) => failure);
  console.log(`${red.length ? "RED" : "ok "} ${file}: ${results.length} tests, ${seconds.toFixed(1)} s`);
  for (const { title, failure } of red) console.log(`\n${title}\n${failure.long}\n`);
  if (red.length && output.length) console.log(`The output of ${file}:\n${Buffer.concat(output)}`);
  const inTests = results.reduce((sum, each) => sum + each.seconds, 0);
  note([...results, { title: `${file}, outside its tests`, seconds: Math.max(0, seconds - inTests) }]);
  return results;
}

/** What is wrong with the end of a file, if its red tests don't explain it. */
function fault(own, end, code, signal) {
  const isExplained = code === 0 || (end && own.some(({ failure }) => failure));
  if (!isExplained) return signal ? `ended by ${signal}` : `ended with ${code}`;
  // A program that calls process.exit(0) looks green, and the tests after that don't run.
  if (!end) return "ended before its tests did";
  return own.length + end.leftOut === 0 ? "has no tests" : undefined;
}

function note(times) {
  if (!process.env.CARDEA_TIMES) return;
  appendFileSync(process.env.CARDEA_TIMES, times.map(({ seconds, title }) => `${seconds.toFixed(2)}\t${title}\n`).join(""));
}

/** Runs the commands of the shard, which judge their tests themselves. @returns those that are red */
async function runCommands() {
  const red = [];
  for (const [file, ...args] of commands) {
    const named = [file, ...args].join(" ");
    console.log(`\n${named}`);
    const child = spawn(file === "node" ? process.execPath : join(js, file), args, { cwd: js, stdio: ["ignore", "inherit", "inherit"] });
    if ((await new Promise((done) => child.once("close", done))) !== 0) red.push(named);
  }
  return red;
}

/** The tests that may be red today, with cause and date. */
function quarantine() {
  const text = existsSync(given.quarantine) ? readFileSync(given.quarantine, "utf8") : "";
  const all = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
  const today = new Date().toISOString().slice(0, 10);
  return new Map(all.filter(([, , until]) => today <= until).map(([title, cause, until]) => [title, { cause, until }]));
}

/** The paths that differ from CARDEA_BASE. */
function changed() {
  const base = process.env.CARDEA_BASE;
  if (!base) return new Set();
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")]);
}

function judge() {
  const inOneLine = ({ short }) => short.replace(/\s+/g, " ").trim().slice(0, 300);
  const redBefore = new Map(first.filter(isRed).map((each) => [each.title, each]));
  const redAgain = new Map(again.filter(isRed).map((each) => [each.title, each]));
  const everRed = [...new Map([...redAgain, ...redBefore]).values()];
  const flaky = everRed.filter((each) => isGreen(each, redBefore.has(each.title) ? again : first));
  const red = everRed.filter((each) => !flaky.includes(each));
  const late = again.filter(({ title }) => !first.some((each) => each.title === title));
  const skipped = [...first, ...late].filter(({ skip }) => skip !== undefined);
  const reasons = [];

  for (const { title, failure } of first.filter(({ failure, title }) => failure && quarantined.has(title))) {
    const { cause, until } = quarantined.get(title);
    console.log(`QUARANTINED until ${until} ${title}: ${cause}; ${inOneLine(failure)}`);
  }
  for (const { title, failure } of flaky) {
    console.log(`FLAKY ${title}: ${inOneLine(failure)}; ${redBefore.has(title) ? "green" : "red"} in the second run`);
  }
  if (flaky.length > MOST_FLAKY) reasons.push(`${flaky.length} tests are flaky, more than ${MOST_FLAKY}`);
  const differs = flaky.length ? changed() : new Set();
  for (const { title, file } of flaky) if (differs.has(file)) reasons.push(`flaky in a file that is changed: ${title}`);
  for (const { title } of red) reasons.push(`${redBefore.has(title) && redAgain.has(title) ? "red twice" : "red once, and never green"}: ${title}`);
  if (process.env.CARDEA_REQUIRE === "all") for (const { title, skip } of skipped) reasons.push(`skipped, and everything is required: ${title}: ${skip}`);
  for (const named of failed) reasons.push(`red: ${named}`);
  if (process.env.CARDEA_REQUIRE !== "all") for (const { title, skip } of skipped) console.log(`skipped: ${title}: ${skip}`);
  const passed = first.filter((each) => each.skip === undefined && !each.failure).length + flaky.filter(({ title }) => redBefore.has(title)).length;
  end(reasons.length ? 1 : 0, [...reasons, `${passed} passed, ${red.length + failed.length} failed, ${skipped.length} skipped`]);
}

/** Whether a test was green in a run. What is absent wasn't, except for the failure of a file as a whole. */
function isGreen({ file, title }, results) {
  const own = results.filter((each) => each.title === title);
  return own.every(({ failure, skip }) => !failure && skip === undefined) && (own.length > 0 || title === file);
}

function end(code, lines) {
  for (const line of lines) console.log(line);
  process.exit(code);
}
