import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serve } from "../testing/server.js";
import { settings } from "./settings.js";

export const secret = "0123456789abcdef0123456789abcdefXY";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A program of ours in a process of its own, until it is stopped; it says a line when it is ready. */
export async function start(file, args, env = {}) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AUTH|NEXTAUTH|CARDEA|NODE_TEST)_/.test(name)));
  const child = spawn(process.execPath, [here(file), ...args.map(String)], { env: { ...clean, NODE_ENV: "production", ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  child.stderr.on("data", (text) => log.push(String(text)));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await gone;
  };
  for await (const _ of createInterface({ input: child.stdout })) return { log, stop };
  throw new Error(`${file} did not begin: ${log.join("")}`);
}

/** A port that is free now. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export async function identityProvider() {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}`, ...(await start("../../examples/javascript/identity.mjs", [port])) };
}

/** What keeps mails. @returns besides, the newest link in one */
export async function inbox() {
  const [smtp, page] = [await freePort(), await freePort()];
  const { stop } = await start("../../examples/javascript/inbox.mjs", [smtp, page]);
  const links = async () => Array.from((await (await fetch(`http://127.0.0.1:${page}`)).text()).matchAll(/href="([^"]*)"/g), ([, link]) => link.replaceAll("&amp;", "&"));
  return { mail: `smtp://127.0.0.1:${smtp}`, link: async () => (await links()).at(-1), stop };
}

/** The application with one wrapper and its core. */
export async function startSide(side, name, host, { issuer, mail }) {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const core = side === "cardea" ? await serve(settings(name, { site, secret, issuer, mail })) : undefined;
  const its = { TRANSCRIPT_SIDE: side, TRANSCRIPT_SITE: name, TRANSCRIPT_ISSUER: issuer, TRANSCRIPT_MAIL: mail };
  const env = { PORT: port, AUTH_URL: site, AUTH_SECRET: secret, ...its };
  const app = await start(host, [], { ...env, ...(core ? { CARDEA_URL: core.url } : {}) });
  return {
    name,
    side,
    site,
    log: () => [`${side}, ${name}\n`, ...app.log, ...(core?.log ?? [])].join(""),
    stop: async () => {
      await app.stop();
      await core?.stop();
    },
  };
}
