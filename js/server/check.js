// Uses the packed packages as a developer without Java; release/check-npm says what it does.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./port.js";

const { chromium } = createRequire(fileURLToPath(new URL("../../tests/it/node/package.json", import.meta.url)))("playwright-core");
const from = process.argv[2];
const isPublished = !existsSync(from);
const archive = (pattern) => join(from, readdirSync(from).find((name) => pattern.test(name)) ?? assert.fail(`no ${pattern} in ${from}`));
const server = isPublished ? `@cardea/server@${from}` : archive(/^cardea-server-.*\.tgz$/);
/** What a developer installs: with a published package, npm chooses the runtime of the platform. */
const whole = isPublished ? [server] : [server, archive(/^cardea-runtime-.*\.tgz$/)];
const withoutRuntime = isPublished ? [server, "--omit=optional"] : [server];
/** Seconds. */
const LISTENING = 5;
const FIRST_SIGN_IN = 30;
const work = mkdtempSync(join(tmpdir(), "cardea-npm-"));

/** A folder of programs without any Java: node, npm and what their scripts need. */
const programs = join(work, "bin");
mkdirSync(programs);
for (const name of ["node", "npm", "npx", "sh", "env", "sleep"]) {
  const found = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
  symlinkSync(realpathSync(found), join(programs, name));
}

function environment(home, more = {}) {
  return { PATH: programs, HOME: home, npm_config_cache: join(work, "cache"), npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false", npm_config_offline: String(!isPublished), ...more };
}

function project(name, ...packages) {
  const home = join(work, name);
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const begin = performance.now();
  execFileSync("npm", ["install", "--loglevel=error", ...packages], { cwd: home, env: environment(home), stdio: ["ignore", "inherit", "inherit"] });
  console.log(`${name}: installed in ${seconds(begin)} s`);
  return home;
}

const port = await freePort();
let running;

const seconds = (begin) => ((performance.now() - begin) / 1_000).toFixed(1);

/** Resolves when a line of the output matches, with how long that took. */
function waitFor(child, pattern) {
  const begin = performance.now();
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      if (pattern.test(output)) resolve({ output, took: seconds(begin) });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

/** Ctrl-C in a terminal: every process of the command gets the signal. Resolves when nothing listens any more. */
async function interrupt(child) {
  try {
    process.kill(-child.pid, "SIGINT");
  } catch {
    // It has ended.
  }
  for (let tries = 0; tries < 100; tries++) {
    const open = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (!open) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("development mode did not end");
}

async function firstSignIn(home) {
  const begin = performance.now();
  for (const start of ["first", "second"]) {
    const child = spawn("npx", ["cardea", "dev", "--port", `${port}`], { cwd: home, env: environment(home), stdio: ["ignore", "pipe", "pipe"], detached: true });
    running = child;
    const { output, took } = await waitFor(child, /^ {2}Store .*$/m);
    console.log(`${start} start of cardea dev: listening after ${took} s`);
    assert.ok(Number(took) < LISTENING, `more than ${LISTENING} s`);
    if (start === "first") {
      console.log(output.trimEnd());
      const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
      const page = await browser.newPage();
      await page.goto(`http://localhost:${port}/auth/signin`);
      await page.getByRole("button", { name: "Ada Admin" }).click();
      await page.getByRole("heading", { name: "Signed in as Ada Admin" }).waitFor();
      const session = await (await page.context().request.get(`http://localhost:${port}/auth/session`)).json();
      assert.equal(session.user.email, "admin@example.com");
      await browser.close();
      console.log(`first sign-in, by one click in Chromium: ${seconds(begin)} s after the first command`);
      assert.ok(Number(seconds(begin)) < FIRST_SIGN_IN, `more than ${FIRST_SIGN_IN} s`);
    }
    child.removeAllListeners("exit");
    await interrupt(child);
  }
}

function withJava(home, label, expected, more) {
  const { status, stdout, stderr } = spawnSync("npx", ["cardea", "--version"], { cwd: home, env: environment(home, more), encoding: "utf8" });
  console.log(`${label}: exit ${status}\n${(stdout + stderr).trimEnd()}`);
  assert.equal(status, expected);
  return stderr;
}

function old() {
  const home = join(work, "java-11");
  mkdirSync(join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "bin/java"), `#!/bin/sh\necho 'openjdk version "11.0.22" 2024-01-16' >&2\n`);
  chmodSync(join(home, "bin/java"), 0o755);
  return home;
}

try {
  await firstSignIn(project("with a runtime", ...whole));
  const bare = project("without a runtime", ...withoutRuntime);
  assert.ok(!existsSync(join(bare, "node_modules/@cardea/runtime-linux-x64")));
  assert.equal(withJava(bare, "no Java", 3, {}).trimEnd().split("\n").length, 5);
  assert.match(withJava(bare, "Java 11", 3, { JAVA_HOME: old() }), /Java 11/);
  const java17 = process.env.CARDEA_JAVA_17 ?? readdirSync("/usr/lib/jvm").filter((name) => /17/.test(name)).map((name) => join("/usr/lib/jvm", name)).find((home) => existsSync(join(home, "bin/java")));
  if (java17) withJava(bare, "Java 17", 0, { JAVA_HOME: java17 });
  else console.log("Java 17: not run, because /usr/lib/jvm has none; set CARDEA_JAVA_17");
  console.log("release/check-npm: all as expected");
} finally {
  if (running) await interrupt(running);
  rmSync(work, { recursive: true, force: true });
}
