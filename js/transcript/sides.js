import { fileURLToPath } from "node:url";
import { begin, environment, freePort, until } from "../testing/process.js";
import { serve } from "../testing/server.js";
import { settings } from "./settings.js";
import { Visitor } from "./visitor.js";

export const secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63XY";
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Starts a program in a separate process, which prints a line when it is ready. */
export function start({ program, args = [], folder = ".", ready = /./ }, env = {}) {
  const options = { cwd: here(folder), env: { ...environment("NODE_TEST"), NODE_ENV: "production", ...env }, ready };
  return begin(program, process.execPath, [here(program), ...args.map(String)], options);
}

export async function identityProvider() {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}`, ...(await start({ program: "../../examples/javascript/identity.mjs", args: [port] })) };
}

/** What keeps mails. @returns besides, the newest link in one */
export async function inbox() {
  const [smtp, page] = [await freePort(), await freePort()];
  const { stop } = await start({ program: "../../examples/javascript/inbox.mjs", args: [smtp, page] });
  const links = async () => Array.from((await (await fetch(`http://127.0.0.1:${page}`)).text()).matchAll(/href="([^"]*)"/g), ([, link]) => link.replaceAll("&amp;", "&"));
  return { mail: `smtp://127.0.0.1:${smtp}`, link: async () => (await links()).at(-1), stop };
}

/** Where browsers find every site: at the proxy that ends TLS, and not where the site listens. */
export const site = "https://app.example";

/** Until the core knows the application's hooks it calls none. It asks for them once a second at most. */
async function hooksKnown(name, at) {
  const visitor = new Visitor(site, at);
  const provider = name === "passkeys" ? "credentials" : "acme";
  const isOpen = async () => (await visitor.ask("POST", `/api/auth/signin/${provider}`, { form: {} })).status !== 503;
  if (!(await until(isOpen))) throw new Error("the core does not know the application's hooks");
  await visitor.ask("GET", "/observed");
}

/** The application with one wrapper and its core. @returns besides, where it listens */
export async function startSide(side, name, host, { issuer, mail }) {
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const core = side === "cardea" ? await serve(settings(name, { site, at, secret, issuer, mail })) : undefined;
  const its = { TRANSCRIPT_SIDE: side, TRANSCRIPT_SITE: name, TRANSCRIPT_ISSUER: issuer, TRANSCRIPT_MAIL: mail };
  const env = { HOST: "127.0.0.1", PORT: port, AUTH_URL: site, AUTH_SECRET: secret, ...its };
  const own = host.env?.(`${side}-${name}`);
  const app = await start({ ...host, args: host.args?.(port) }, { ...env, ...own, ...(core ? { CARDEA_URL: core.url } : {}) }).catch(async (error) => {
    await core?.stop();
    throw error;
  });
  // Nothing of it counts.
  for (const address of host.addresses ?? []) await new Visitor(site, at).ask("GET", address);
  if (host.addresses) await new Visitor(site, at).ask("GET", "/observed");
  if (core) await hooksKnown(name, at);
  return {
    name,
    side,
    at,
    log: () => [`${side}, ${name}\n`, ...app.log, ...(core?.log ?? [])].join(""),
    stop: async () => {
      await app.stop();
      await core?.stop();
    },
  };
}
