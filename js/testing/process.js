import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export { freePort } from "../server/port.js";

/**
 * Starts a program in a separate process, and waits until it prints a line that matches the pattern.
 *
 * @returns also its error output, its lines so far, and the match of that line
 */
export async function begin(name, file, args, { ready, ...options }) {
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  child.stderr.on("data", (text) => log.push(String(text)));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await gone;
  };
  const all = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => all.push(line));
  /** Waits for a line that matches the pattern. */
  const says = (pattern) => {
    const known = all.map((line) => pattern.exec(line)).find(Boolean);
    if (known) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      lines.on("line", (line) => pattern.test(line) && resolve(pattern.exec(line)));
      void gone.then(() => reject(new Error(`${name} ended without ${pattern}`)));
    });
  };
  /** Waits for error output that matches the pattern, after what there was before. */
  const logs = (pattern, before) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(log.slice(before).join(""));
        if (found) child.stderr.off("data", look);
        if (found) resolve(found);
      };
      child.stderr.on("data", look);
      look();
      void gone.then(() => reject(new Error(`${name} ended without ${pattern}`)));
    });
  const signal = (which) => child.kill(which);
  const begun = await Promise.race([says(ready).catch(() => undefined), gone.then(() => undefined)]);
  if (begun) return { log, logs, signal, stop, says, all, found: begun };
  throw new Error(`${name} did not begin: ${log.join("")}`);
}

/** Waits until that holds, for a minute or as long as given, in milliseconds. @returns whether it does */
export async function until(holds, most = 60_000) {
  const end = performance.now() + most;
  for (let pause = 5; performance.now() < end; pause = Math.min(2 * pause, 100)) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return holds();
}

/** The environment without what sites and cores read, or others of these. `bin/cardea` keeps the jar that is tested. */
export function environment(...more) {
  const theirs = new RegExp(`^(${["AUTH", "NEXTAUTH", "CARDEA", ...more].join("|")})_(?!JAR$)`);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !theirs.test(name)));
}

/**
 * The environment in which an application is installed and built, as its users do: `npm run` passes on what `.npmrc` here
 * says, and without its peers an application does not build.
 */
export function ofUsers() {
  const { npm_config_omit: omitted, ...theirs } = process.env;
  return { ...theirs, NEXT_TELEMETRY_DISABLED: "1" };
}
