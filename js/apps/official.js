// The application in `official`, twice: as it is, on next-auth, and on Cardea, as the command cardea-move moves it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packed } from "../testing/packed.js";
import { freePort, ofUsers } from "../testing/process.js";
import { jar } from "../testing/server.js";
import { Visitor } from "../transcript/visitor.js";
import { start } from "./parts.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const NPM = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** Both, installed and built; their folders. `CARDEA_APPS_BUILT=1`: they are built already. */
export function buildOfficial() {
  const folders = { "next-auth": here("copies/official-next-auth/"), cardea: here("copies/official-cardea/") };
  if (process.env.CARDEA_APPS_BUILT) return folders;
  const run = (folder, file, ...args) => execFileSync(file, args, { cwd: folder, stdio: "inherit", env: ofUsers() });
  for (const folder of Object.values(folders)) {
    mkdirSync(folder, { recursive: true });
    for (const old of ["app", "components", ".next", "cardea.yml", "node_modules/@cardea"]) rmSync(folder + old, { recursive: true, force: true });
    cpSync(here("official/"), folder, { recursive: true });
  }
  run(folders["next-auth"], "npm", "install", ...NPM);
  run(folders["next-auth"], "npm", "run", "--silent", "build");
  const { home, archives } = packed();
  run(folders.cardea, "npm", "install", ...NPM);
  run(folders.cardea, process.execPath, here("../next/move/main.js"), "--write", ".");
  run(folders.cardea, "npm", "uninstall", ...NPM, "next-auth");
  run(folders.cardea, "npm", "install", ...NPM, archives.bridge, archives.next);
  rmSync(home, { recursive: true });
  run(folders.cardea, "npm", "run", "--silent", "build");
  return folders;
}

/** A setting of the moved application's core that a try needs otherwise: the text in `cardea.yml` and another. */
export function coreWith(folder, old, text) {
  const settings = readFileSync(`${folder}cardea.yml`, "utf8");
  if (!settings.includes(old)) throw new Error(`cardea.yml has no ${old}`);
  const file = `${folder}cardea-tried.yml`;
  writeFileSync(file, settings.replace(old, text));
  return file;
}

/** An identity provider with one user, and the settings of applications and cores for it. */
export async function identity() {
  const port = await freePort();
  const { stop } = await start("the identity provider", "node", [here("../../examples/javascript/identity.mjs"), String(port)], { port });
  return { stop, env: { AUTH_KEYCLOAK_ID: "web", AUTH_KEYCLOAK_SECRET: "web-secret", AUTH_KEYCLOAK_ISSUER: `http://127.0.0.1:${port}` } };
}

/** The application on next-auth. @returns its address, and how it is stopped */
export async function onNextAuth(folder, { env }) {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const { stop, log } = await next(folder, port, { ...env, AUTH_URL: site });
  return { site, stop, log };
}

/** The application on Cardea and its core. @returns besides, how each is started again, and the core itself */
export async function onCardea(folder, { env }, settings = `${folder}cardea.yml`) {
  const [port, corePort] = [await freePort(), await freePort()];
  const site = `http://localhost:${port}`;
  const its = { ...env, AUTH_URL: site, CARDEA_URL: `http://127.0.0.1:${corePort}`, CARDEA_HOOKS_URL: `http://127.0.0.1:${port}/auth/hooks` };
  const args = ["-Xmx256m", "-jar", jar, "serve", "--config", settings, "--port", String(corePort)];
  const startCore = () => start("the core", "java", args, { port: corePort, cwd: folder, env: its });
  const startSite = () => next(folder, port, its);
  const side = { site, core: await startCore(), app: await startSite() };
  return Object.assign(side, {
    log: () => [...side.core.log, ...side.app.log].join(""),
    restartCore: async () => (side.core = await startCore()),
    restartSite: async () => {
      await side.app.stop();
      side.app = await startSite();
    },
    stop: async () => {
      await side.app.stop();
      await side.core.stop();
    },
  });
}

function next(folder, port, env) {
  if (!existsSync(`${folder}.next`)) throw new Error(`${folder} is not built`);
  return start("next", "node", ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)], { port, cwd: folder, env });
}

/** A visitor without a screen who has signed in with a name and the password. */
export async function signedIn(site, name = "ada") {
  const visitor = new Visitor(site);
  const { csrfToken } = JSON.parse((await visitor.ask("GET", "/auth/csrf")).text);
  const answer = await visitor.ask("POST", "/auth/callback/credentials", { form: { csrfToken, username: name, password: "open sesame", callbackUrl: "/" } });
  if (answer.headers.get("location") !== site && answer.headers.get("location") !== `${site}/`) {
    throw new Error(`${name} could not sign in: ${answer.status} ${answer.headers.get("location")} ${answer.text.slice(0, 300)}`);
  }
  return visitor;
}
