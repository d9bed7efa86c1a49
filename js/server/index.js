import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launch } from "./launch.js";
import { freePort } from "./port.js";

const PATIENCE = 60_000;

/** Starts the server or development mode as a process, and resolves when it listens. index.d.ts has the options. */
export async function start({ dev = false, config, port, app, cwd = process.cwd(), env = {}, timeout = PATIENCE } = {}) {
  if (!dev && !config) throw new TypeError("start: give `config`, the path of a configuration file, or `dev: true`");
  if (!dev && app) throw new TypeError("start: `app` is for development mode; set `dev: true`");
  const wanted = port ?? (dev ? await freePort() : 0);
  const args = dev ? ["dev", "--port", `${wanted}`] : ["serve", "--port", `${wanted}`];
  if (config) args.push("--config", config);
  if (app) args.push("--app", app);
  const all = { ...process.env, ...env };
  const { command, args: words } = launch(args, all);
  const child = spawn(command, words, { cwd, env: all, stdio: ["ignore", "pipe", "pipe"] });
  const url = await listening(child, dev, timeout);
  return {
    url,
    env: dev ? { CARDEA_URL: url, AUTH_URL: url, AUTH_SECRET: readFileSync(join(cwd, ".cardea/secret"), "utf8").trim() } : { CARDEA_URL: url },
    inbox: () => (dev ? inbox(url) : Promise.reject(new TypeError("inbox: only development mode has an inbox"))),
    stop: () => stop(child),
  };
}

/** Resolves to the address that the process prints; rejects with its errors if it ends before. */
function listening(child, dev, timeout) {
  const errors = [];
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  return new Promise((resolve, reject) => {
    const fail = (reason) => reject(new Error([`cardea ${reason}`, ...errors].join("\n")));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`did not listen within ${timeout} ms`);
    }, timeout);
    const pattern = dev ? /^ {2}Store / : /^cardea listening on (\S+)$/;
    let site;
    createInterface({ input: child.stdout }).on("line", (line) => {
      site = /^ {2}Site +(\S+)/.exec(line)?.[1] ?? site;
      const found = pattern.exec(line);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1] ?? site);
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      fail(`cannot be started: ${error.message}`);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}

async function inbox(url) {
  const answer = await fetch(`${url}/_cardea/inbox.json`, { headers: { "sec-fetch-site": "same-origin" } });
  if (!answer.ok) throw new Error(`the inbox answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).mails;
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
