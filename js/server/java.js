// Finds the Java that runs the server: CARDEA_JAVA_HOME, the runtime package of the platform, JAVA_HOME, PATH.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

const OLDEST = 17;
const GUIDE = "docs/guides/containers.md";

/** The name that the runtime packages have for this platform, such as `linux-x64-musl`. */
export function platform() {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime ? `${name}-musl` : name;
}

/** No Java can run the server. The message is for the terminal. */
export class NoJavaError extends Error {}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(name: string) => string | undefined} bundled finds the home of the Java in a runtime package
 * @returns {{ java: string, version: number }} the program, and its version
 * @throws {NoJavaError}
 */
export function findJava(env = process.env, bundled = inPackage) {
  const name = platform();
  if (env.CARDEA_JAVA_HOME) {
    const found = at(env.CARDEA_JAVA_HOME);
    if (found && found.version >= OLDEST) return found;
    throw new NoJavaError(
      found
        ? `cardea: CARDEA_JAVA_HOME (${env.CARDEA_JAVA_HOME}) is Java ${found.version}; Java ${OLDEST} or newer is needed.`
        : `cardea: CARDEA_JAVA_HOME (${env.CARDEA_JAVA_HOME}) has no bin/java that runs.`,
    );
  }
  const old = [];
  for (const [where, home] of [[`@cardea/runtime-${name}`, bundled(name)], ["JAVA_HOME", env.JAVA_HOME], ["PATH", inPath(env)]]) {
    const found = home ? at(home) : undefined;
    if (found && found.version >= OLDEST) return found;
    if (found) old.push(`${where} (${home}) is Java ${found.version}`);
  }
  throw new NoJavaError(
    [
      old.length
        ? `cardea: no Java found for ${name} that is ${OLDEST} or newer: ${old.join(", ")}.`
        : `cardea: no Java found for ${name}.`,
      `  Tried CARDEA_JAVA_HOME, the package @cardea/runtime-${name}, JAVA_HOME and java in PATH.`,
      "  1. npm install @cardea/server --include=optional      brings its own Java",
      `  2. install Java ${OLDEST} or newer and try again`,
      `  3. use the container image: ${GUIDE}`,
    ].join("\n"),
  );
}

const executable = (home) => join(home, "bin", process.platform === "win32" ? "java.exe" : "java");

/** The Java in that home; nothing if none runs. */
function at(home) {
  const java = executable(home);
  try {
    accessSync(java, constants.X_OK);
  } catch {
    return undefined;
  }
  const version = stated(home) ?? printed(java);
  return version ? { java, version } : undefined;
}

/** The version in a file of the JDK or JRE, so that no JVM is started to learn it. */
function stated(home) {
  try {
    return major(/^JAVA_VERSION="([^"]+)"/m.exec(readFileSync(join(home, "release"), "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function printed(java) {
  const { stderr = "", stdout = "" } = spawnSync(java, ["-version"], { encoding: "utf8", timeout: 10_000 });
  return major(/version "([^"]+)"/.exec(`${stderr}${stdout}`)?.[1]);
}

/** 8 for `1.8.0_402`, 17 for `17.0.9`. */
function major(text) {
  const [first, second] = (text ?? "").split(/[._-]/).map(Number);
  return (first === 1 ? second : first) || undefined;
}

function inPackage(name) {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@cardea/runtime-${name}/package.json`)), "java");
  } catch {
    return undefined;
  }
}

/** The home of the first `java` in PATH: links are followed, as systems keep the program elsewhere. */
function inPath(env) {
  for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter)) {
    if (!folder) continue;
    const java = join(folder, process.platform === "win32" ? "java.exe" : "java");
    try {
      accessSync(java, constants.X_OK);
      return dirname(dirname(realpathSync(java)));
    } catch {
      continue;
    }
  }
  return undefined;
}
