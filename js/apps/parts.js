import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browsers, missing } from "../testing/installed.js";
import { packed } from "../testing/packed.js";
import { ofUsers, until } from "../testing/process.js";
import { QUICK, jar } from "../testing/server.js";
import { certificate, tlsProxy } from "./https.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63XY";
export const SESSION = "__Secure-authjs.session-token";
/** Where browsers find an application: at a proxy that ends TLS. */
export const site = "https://localhost:3443";
/** Where the application itself listens. */
export const inside = "http://localhost:3000";
const lacks = missing(["js/apps/"]);
if (lacks.length) throw new Error(lacks.join("; "));
const tls = certificate();

/** A copy of an example that is built in another way; its folder. */
export function copied(app, way) {
  if (!process.env.CARDEA_APPS_BUILT) execFileSync(process.execPath, [here("copy.js"), app, way], { stdio: "inherit" });
  return here(`copies/${app}-${way}/`);
}

/**
 * The packages as they will be published, in an application of `examples`, built.
 *
 * @param folder another one with the same application, such as one for an older version of the framework
 */
export function build(app, command, folder = process.env.CARDEA_APP ?? here(`../../examples/${app}/`)) {
  const run = (file, args, cwd) => execFileSync(file, args, { cwd, stdio: "inherit", env: ofUsers() });
  if (process.env.CARDEA_APPS_BUILT) return folder;
  mkdirSync(`${folder}packages`, { recursive: true });
  const { home, archives } = packed();
  for (const [name, file] of Object.entries(archives)) copyFileSync(file, `${folder}packages/${name}.tgz`);
  rmSync(home, { recursive: true });
  // Bundlers take a package of the same version for the same.
  for (const old of ["node_modules/@cardea", ".next", ".output"]) rmSync(folder + old, { recursive: true, force: true });
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  run(...command, folder);
  return folder;
}

/** A process that listens, until it is stopped. Its start may take as long as `until` waits, or `patience` milliseconds. */
export async function start(name, file, args, { port, cwd, env = {}, patience }) {
  if (await listens(port)) throw new Error(`something listens on port ${port} already`);
  // As npm does: an application may bring the Node that it needs.
  const path = [cwd && join(cwd, "node_modules", ".bin"), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(file, args, { cwd, env: { ...process.env, PATH: path, AUTH_SECRET: secret, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => log.push(String(text)));
  // What fails between here and the end leaves nothing running.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const isOver = await until(async () => child.exitCode !== null || (await listens(port)), patience);
  if (!isOver || child.exitCode !== null) {
    end();
    throw new Error(`${name} did not start:\n${log.join("")}`);
  }
  const gone = new Promise((resolve) => child.once("exit", resolve));
  gone.then(() => process.off("exit", end));
  return {
    log,
    pause: () => child.kill("SIGSTOP"),
    go: () => child.kill("SIGCONT"),
    reload: () => child.kill("SIGHUP"),
    stop: async () => {
      child.kill("SIGCONT");
      child.kill();
      await gone;
    },
  };
}

/** The program of each example, as it was built, on a port; and the variables that it needs. */
const programs = {
  next: (port) => ({ args: ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", `${port}`] }),
  solid: (port) => ({ args: [".output/server/index.mjs"], env: { HOST: "127.0.0.1", PORT: `${port}` } }),
};

/** The example in that folder, without a proxy. */
export function startApp(name, folder, { port = 3000, env = {} } = {}) {
  const { args, env: its } = programs[name](port);
  return start(name, "node", args, { port, cwd: folder, env: { AUTH_URL: site, CARDEA_URL: "http://127.0.0.1:3100", ...its, ...env } });
}

/** The example in that folder behind its proxy. */
export async function startSite(name, folder) {
  const app = await startApp(name, folder);
  const proxy = await tlsProxy(tls, Number(new URL(site).port), 3000);
  return { ...app, stop: () => Promise.all([proxy.stop(), app.stop()]) };
}

/** The session's cookies that an answer sets. */
export const cookieLines = (response) => response.headersArray().filter(({ name, value }) => name.toLowerCase() === "set-cookie" && value.startsWith(SESSION));

/**
 * The core of an example, with the address at which browsers find the site, and each renewal due. Ten wrong passwords
 * close an account for a day, so that a slow machine guesses too often, too.
 *
 * @param hooks where it calls the hooks of the application
 */
export function startCore(folder, url = site, hooks = "http://127.0.0.1:3000") {
  const settings = readFileSync(`${folder}cardea.yml`, "utf8");
  const changed = settings.replace(`url: ${inside}`, `url: ${url}`).replace("url: http://127.0.0.1:3000/", `url: ${hooks}/`);
  const due = changed.replace(/^session: { strategy: (\w+) }/m, "session: { strategy: $1, updateAge: 0 }");
  return serve(folder, `${due}\nrateLimits: { credentialsForAccount: { burst: 10, each: 86400 } }\n`);
}

/** The core with these settings, beside an application. */
export function serve(folder, settings, env = {}) {
  writeFileSync(`${folder}${SETTINGS}`, settings);
  return start("the core", "java", [...QUICK, "-jar", jar, "serve", "--config", SETTINGS], { port: 3100, cwd: folder, env });
}

/** What an operator does with the users of the core in that folder. */
export function users(folder, ...words) {
  const env = { ...process.env, AUTH_SECRET: secret };
  execFileSync("java", [...QUICK, "-jar", jar, "users", ...words, "--config", SETTINGS], { cwd: folder, env, stdio: "inherit" });
}

/** Where the settings of the core are in the folder of an application. */
export const SETTINGS = "packages/cardea.yml";

export const startIdentity = () => start("the identity provider", "node", [here("../../examples/javascript/identity.mjs")], { port: 3200 });
/** The page of the inbox. */
export const INBOX = "http://127.0.0.1:3226";
export const startInbox = () => start("the inbox", "node", [here("../../examples/javascript/inbox.mjs")], { port: 3226 });

/** A separate browser, which waits a minute and no more. */
export async function browser() {
  const { chromium } = createRequire(here("../../tests/it/node/package.json"))("playwright-core");
  const executablePath = browsers.find(existsSync);
  const chrome = await chromium.launch({ executablePath, args: ["--no-sandbox", `--ignore-certificate-errors-spki-list=${tls.spki}`] });
  return {
    visitor: async (options) => {
      const context = await chrome.newContext({ ignoreHTTPSErrors: true, ...options });
      context.setDefaultTimeout(60_000);
      return context;
    },
    stop: () => chrome.close(),
  };
}

/** A device with passkeys, for what a page asks of the browser, and those of another device. @returns which it has then */
export async function authenticator(page, passkeys = []) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options });
  for (const credential of passkeys) await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  return async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

/** Waits until an element's text is so. */
export const says = (page, selector, text) => page.locator(selector, { hasText: text }).first().waitFor();

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const done = (answer) => (socket.destroy(), resolve(answer));
    socket.on("connect", () => done(true)).on("error", () => done(false));
  });
}
