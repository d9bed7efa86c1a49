// The command that starts the server, with the options that bin/cardea uses in the archives.
import { lstatSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findJava } from "./java.js";

const jar = (name) => fileURLToPath(new URL(`./lib/${name}`, import.meta.url));

/** The commands for which the jar of development mode is added. */
const DEVELOPMENT = new Set(["dev", "help", "--help", "-h"]);

/**
 * @param {string[]} args of the command line
 * @returns {{ command: string, args: string[] }}
 * @throws {import("./java.js").NoJavaError}
 */
export function launch(args, env = process.env) {
  const { java, version } = findJava(env);
  const development = DEVELOPMENT.has(args[0]);
  const classes = development ? [jar("cardea-server.jar"), jar("cardea-dev.jar")] : [jar("cardea-server.jar")];
  const own = (env.CARDEA_JAVA_OPTS ?? "").split(/\s+/).filter(Boolean);
  return {
    command: java,
    args: [
      "-Xms16m",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-Xss512k",
      "-Xshare:auto",
      ...own,
      ...(version >= 24 ? ["--enable-native-access=ALL-UNNAMED"] : []),
      ...archive(version, development ? "dev" : "server", env),
      "-cp",
      classes.join(delimiter),
      "dev.cardea.server.Main",
      ...args,
    ],
  };
}

/**
 * The archive of classes makes the second start fast. It is made when a run ends. The JVM runs what it finds there, so no
 * other user may write there: not under sudo with the HOME of its user, and not in a folder for all, such as /tmp.
 */
function archive(version, name, env) {
  if (version < 19) return [];
  const base = env.XDG_CACHE_HOME || (process.platform === "win32" ? env.LOCALAPPDATA : join(homedir(), ".cache"));
  if (!base) return [];
  const folder = join(base, "cardea");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (![statSync(base), lstatSync(folder)].every(isOwn)) return [];
  } catch {
    return [];
  }
  return ["-XX:+AutoCreateSharedArchive", `-XX:SharedArchiveFile=${join(folder, `npm-${name}-${version}.jsa`)}`, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"];
}

/** Whether a folder belongs to this user, and others cannot write to it. Windows has no such rights. */
function isOwn(found) {
  return found.isDirectory() && (!process.getuid || (found.uid === process.getuid() && !(found.mode & 0o022)));
}
