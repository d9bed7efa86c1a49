import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { manifest, platforms } from "../../runtime/manifest.js";
import { shared } from "../../metadata.js";
import { platform } from "../java.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const unix = process.platform === "win32" ? { skip: "the stubs are shell scripts" } : {};
const runtime = `@cardea/runtime-${platform()}`;

let folder, cardea;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "cardea-launcher-"));
  const home = join(folder, "app/node_modules/@cardea/server");
  for (const name of ["bin", "index.js", "java.js", "launch.js", "package.json", "port.js"]) cpSync(here(`../${name}`), join(home, name), { recursive: true });
  cardea = join(home, "bin/cardea.js");
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A Java that prints its name and its arguments, and ends with 7. */
function stub(name, version, { release = true, script = `echo "${name} $*"; exit 7` } = {}) {
  const home = join(folder, name);
  mkdirSync(join(home, "bin"), { recursive: true });
  if (release) writeFileSync(join(home, "release"), `IMPLEMENTOR="a stub"\nJAVA_VERSION="${version}"\n`);
  writeFileSync(join(home, "bin/java"), `#!/bin/sh\nif [ "$1" = -version ]; then echo 'openjdk version "${version}" 2018-10-16' >&2; exit 0; fi\n${script}\n`);
  chmodSync(join(home, "bin/java"), 0o755);
  return home;
}

function run(env, ...args) {
  return spawnSync(process.execPath, [cardea, ...args], { encoding: "utf8", env: { PATH: "/nowhere", HOME: folder, ...env } });
}

test("without any Java it ends with 3 and five lines", unix, () => {
  const { status, stderr, stdout } = run({}, "dev");
  assert.equal(status, 3);
  assert.equal(stdout, "");
  assert.equal(
    stderr,
    `cardea: no Java found for ${platform()}.
  Tried CARDEA_JAVA_HOME, the package ${runtime}, JAVA_HOME and java in PATH.
  1. npm install @cardea/server --include=optional      brings its own Java
  2. install Java 17 or newer and try again
  3. use the container image: docs/guides/containers.md
`,
  );
});

test("a Java that is too old is named", unix, () => {
  for (const [release, version] of [[true, "11.0.22"], [false, "11.0.22"], [false, "1.8.0_402"]]) {
    const home = stub(`old-${release}-${version}`, version, { release });
    const inPath = run({ PATH: join(home, "bin") }, "--version");
    assert.equal(inPath.status, 3);
    assert.match(inPath.stderr, new RegExp(`17 or newer: PATH \\(${home}\\) is Java ${version.startsWith("1.8") ? 8 : 11}\\.`));
    assert.equal(inPath.stderr.trimEnd().split("\n").length, 5);
    assert.match(run({ JAVA_HOME: home }, "--version").stderr, /JAVA_HOME \(.*\) is Java/);
  }
});

test("the first of CARDEA_JAVA_HOME, the runtime package, JAVA_HOME and PATH that is new enough runs", unix, () => {
  const [own, home, path, old] = [stub("own", "25.0.3"), stub("home", "17.0.9"), stub("path", "21.0.1"), stub("old", "11.0.2")];
  const env = { CARDEA_JAVA_HOME: own, JAVA_HOME: home, PATH: join(path, "bin") };
  assert.match(run(env, "--version").stdout, /^own /);
  assert.match(run({ ...env, CARDEA_JAVA_HOME: "" }, "--version").stdout, /^home /);
  assert.match(run({ PATH: env.PATH }, "--version").stdout, /^path /);
  assert.match(run({ PATH: env.PATH, JAVA_HOME: old }, "--version").stdout, /^path /);
  const bundled = join(folder, "app/node_modules", runtime);
  mkdirSync(bundled, { recursive: true });
  writeFileSync(join(bundled, "package.json"), "{}");
  cpSync(stub("bundled", "25.0.3"), join(bundled, "java"), { recursive: true });
  try {
    assert.match(run({ ...env, CARDEA_JAVA_HOME: "" }, "--version").stdout, /^bundled /);
    assert.match(run(env, "--version").stdout, /^own /);
  } finally {
    rmSync(bundled, { recursive: true });
  }
});

test("a CARDEA_JAVA_HOME that cannot be used is an error, not passed over", unix, () => {
  const good = stub("good", "17.0.9");
  const wrong = run({ CARDEA_JAVA_HOME: join(folder, "absent"), JAVA_HOME: good }, "--version");
  assert.equal(wrong.status, 3);
  assert.match(wrong.stderr, /CARDEA_JAVA_HOME \(.*absent\) has no bin\/java that runs/);
  const old = run({ CARDEA_JAVA_HOME: stub("old-own", "11.0.2"), JAVA_HOME: good }, "--version");
  assert.equal(old.status, 3);
  assert.match(old.stderr, /is Java 11; Java 17 or newer is needed/);
});

test("arguments, options of the JVM and the exit code are passed on", unix, () => {
  const home = stub("passed", "25.0.3", { script: 'for word in "$@"; do echo "$word"; done; exit 7' });
  const { status, stdout } = run({ JAVA_HOME: home, CARDEA_JAVA_OPTS: "-Xmx64m -Da=b" }, "serve", "--config", "a file.yml");
  assert.equal(status, 7);
  const words = stdout.trimEnd().split("\n");
  assert.deepEqual(words.slice(-4), ["dev.cardea.server.Main", "serve", "--config", "a file.yml"]);
  assert.ok(words.includes("-Xmx64m") && words.includes("-Da=b"));
});

test("the jar of development mode is on the class path for dev and help alone", unix, () => {
  const home = stub("classes", "17.0.9");
  const classes = (...args) => /-cp (\S+)/.exec(run({ JAVA_HOME: home }, ...args).stdout)[1].split(":").map((path) => path.split("/").at(-1));
  assert.deepEqual(classes("dev", "--port", "1"), ["cardea-server.jar", "cardea-dev.jar"]);
  assert.deepEqual(classes("--help"), ["cardea-server.jar", "cardea-dev.jar"]);
  for (const args of [["serve", "--config", "dev"], ["doctor"], []]) assert.deepEqual(classes(...args), ["cardea-server.jar"]);
});

// The JVM maps the archive into memory, so its author runs code as the user who starts cardea.
test("no archive of classes is taken from a folder that another user may write", unix, () => {
  const env = { PATH: process.env.PATH, CARDEA_JAVA_HOME: stub("archive", "25.0.3"), CARDEA_JAR: here("../package.json") };
  const taken = (cache) => {
    const launchers = [[process.execPath, [cardea, "--version"]], [here("../../../bin/cardea"), ["--version"]]];
    return launchers.map(([command, args]) => {
      const { stdout } = spawnSync(command, args, { encoding: "utf8", env: { ...env, HOME: folder, XDG_CACHE_HOME: cache } });
      assert.match(stdout, /^archive .*--version/);
      return stdout.includes(`SharedArchiveFile=${cache}/cardea/`);
    });
  };
  const cache = (name, change) => {
    const made = join(folder, name);
    mkdirSync(join(made, "cardea"), { recursive: true, mode: 0o700 });
    change?.(made);
    return made;
  };
  assert.deepEqual(taken(cache("own")), [true, true]);
  assert.deepEqual(taken(join(folder, "made-by-the-launcher")), [true, true]);
  assert.deepEqual(taken(cache("open", (it) => chmodSync(join(it, "cardea"), 0o777))), [false, false]);
  assert.deepEqual(taken(cache("open-to-group", (it) => chmodSync(join(it, "cardea"), 0o770))), [false, false]);
  assert.deepEqual(taken(cache("open-to-group-above", (it) => chmodSync(it, 0o770))), [false, false]);
  assert.deepEqual(taken(cache("open-above", (it) => chmodSync(it, 0o1777))), [false, false]);
  const linked = cache("linked", (it) => rmSync(join(it, "cardea"), { recursive: true }));
  symlinkSync(join(folder, "own/cardea"), join(linked, "cardea"));
  assert.deepEqual(taken(linked), [false, false]);
  // sudo -E: the folder of the user, read by root.
  if (process.getuid() !== 0) return;
  assert.deepEqual(taken(cache("foreign", (it) => chownSync(join(it, "cardea"), 65534, 65534))), [false, false]);
  assert.deepEqual(taken(cache("foreign-above", (it) => chownSync(it, 65534, 65534))), [false, false]);
});

/** Starts the launcher with a server that ends with 9 at SIGTERM, sends that as soon as the server runs, and waits. */
async function terminated(t, name, env) {
  const home = stub(name, "17.0.9", { script: "trap 'exit 9' TERM\necho ready\nwhile :; do sleep 0.1; done" });
  const all = { PATH: process.env.PATH, HOME: folder, JAVA_HOME: home, ...env };
  const child = spawn(process.execPath, [cardea, "serve"], { env: all, stdio: ["ignore", "pipe", "inherit"], detached: true });
  t.after(() => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Both have ended.
    }
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.kill("SIGTERM");
  return new Promise((resolve) => child.on("exit", resolve));
}

test("a signal reaches the server, and its exit code comes back", unix, async (t) => {
  assert.equal(await terminated(t, "signal", {}), 9);
});

test("a signal that comes while the server is started reaches it", unix, async (t) => {
  const slowSpawn = `import processes from "node:child_process";
    import { syncBuiltinESMExports } from "node:module";
    const { spawn } = processes;
    processes.spawn = (...all) => {
      const child = spawn(...all);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      return child;
    };
    syncBuiltinESMExports();`;
  const preload = `data:text/javascript;base64,${Buffer.from(slowSpawn).toString("base64")}`;
  assert.equal(await terminated(t, "early-signal", { NODE_OPTIONS: `--import=${preload}` }), 9);
});

test("start rejects with what the server printed, and names what is missing", unix, async () => {
  const { start } = await import(join(dirname(cardea), "../index.js"));
  const home = stub("broken", "17.0.9", { script: "echo 'cardea.yml:3: key \"prot\" is unknown' >&2; exit 2" });
  await assert.rejects(start({ config: "cardea.yml", env: { CARDEA_JAVA_HOME: home } }), /cardea ended with 2\ncardea\.yml:3: key "prot" is unknown/);
  await assert.rejects(start(), /give `config`/);
  await assert.rejects(start({ config: "cardea.yml", app: "http://localhost:1" }), /development mode/);
  const slow = stub("slow", "17.0.9", { script: "exec sleep 30" });
  await assert.rejects(start({ config: "cardea.yml", timeout: 300, env: { CARDEA_JAVA_HOME: slow } }), /did not listen within 300 ms/);
});

test("the server names each runtime in its own version, and each runtime names its platform", () => {
  const { version, optionalDependencies, ...own } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
  const expected = Object.keys(platforms).map((name) => [`@cardea/runtime-${name}`, version]);
  assert.deepEqual(Object.entries(optionalDependencies), expected);
  assert.equal(version, JSON.parse(readFileSync(here("../../bridge/package.json"), "utf8")).version);
  for (const name of Object.keys(platforms)) {
    const [os, cpu, libc] = name.split("-");
    const made = manifest(name);
    assert.deepEqual([made.os, made.cpu, made.version], [[os], [cpu], version]);
    assert.deepEqual(made.libc, os === "linux" ? [libc ?? "glibc"] : undefined);
    assert.equal(made.scripts, undefined, "nothing runs at install");
    assert.ok(made.keywords.includes(name) && made.sideEffects === false);
  }
  const { scripts, ...common } = shared("server");
  assert.deepEqual(Object.fromEntries(Object.keys(common).map((key) => [key, own[key]])), common);
  assert.ok(scripts.prepublishOnly === own.scripts.prepublishOnly && !own.scripts.install && !own.scripts.postinstall && !own.dependencies);
});
