// The sites as applications of Next's and of SolidStart's, built and started.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packed } from "../testing/packed.js";
import { ofUsers } from "../testing/process.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies, overrides } = JSON.parse(readFileSync(here("package.json")));

function run(folder, file, ...args) {
  execFileSync(file, args, { cwd: here(folder), stdio: "inherit", env: ofUsers() });
}

/** A folder with these files, and with our packages as they will be published beside what they replace. */
function install(folder, files, more, packages, ...flags) {
  for (const old of ["site", ".next", ".output", "src", "node_modules/@cardea"]) rmSync(here(`${folder}/${old}`), { recursive: true, force: true });
  mkdirSync(here(folder), { recursive: true });
  for (const [from, to] of Object.entries(files)) cpSync(here(from), here(`${folder}/${to}`), { recursive: true });
  const { home, archives } = packed();
  const ours = Object.fromEntries(packages.map((name) => [`@cardea/${name}`, `file:${archives[name]}`]));
  writeFileSync(here(`${folder}/package.json`), JSON.stringify({ private: true, type: "module", dependencies: { ...more, ...ours }, overrides }));
  run(folder, "npm", "install", "--include=optional", "--no-package-lock", "--omit=peer", "--no-audit", "--no-fund", "--loglevel=error", ...flags);
  rmSync(home, { recursive: true });
}

/** Of Next's; `next dev` compiles it as well. */
export function buildNext() {
  install("whole", { site: "." }, dependencies, ["bridge", "next", "solid-start"]);
  copyFileSync(here("../../tests/it/node/tables.mjs"), here("whole/tables.js"));
  run("whole", "npx", "next", "build");
}

/** Of SolidStart's, with the versions of the example. */
export function buildSolid() {
  const example = JSON.parse(readFileSync(here("../../examples/solid/package.json")));
  const all = Object.entries({ ...example.dependencies, ...example.devDependencies });
  const framework = Object.fromEntries(all.filter(([name]) => !/^(@cardea\/|typescript$)/.test(name)));
  const { next, react, "react-dom": dom, "next-auth": replaced, ...theirs } = dependencies;
  // The reference names a SolidStart of years ago as its peer.
  install("whole-solid", { "site-solid": ".", site: "site" }, { ...theirs, ...framework }, ["bridge", "solid-start"], "--legacy-peer-deps");
  copyFileSync(here("../../tests/it/node/tables.mjs"), here("whole-solid/site/tables.js"));
  run("whole-solid", "npx", "vinxi", "build");
}

/** How the one of Next's is started. */
export const next = {
  program: "whole/node_modules/next/dist/bin/next",
  args: (port) => ["start", "-H", "127.0.0.1", "-p", port],
  folder: "whole",
  ready: /Ready in/,
};

/**
 * The same while it is developed: each address is compiled when it is first asked for. That may take a minute, so each is
 * requested before anything is recorded.
 */
export const nextDev = {
  ...next,
  buildId: "development",
  addresses: ["/who", "/wrapped", "/api/who", "/props", "/guarded", "/around", "/echoed", "/act", "/lazily", "/lazily-wrapped", "/lazy/session", "/api/auth/session", "/observed"],
  args: (port) => ["dev", "-H", "127.0.0.1", "-p", port],
  env: (side) => ({ NODE_ENV: "development", TRANSCRIPT_OUTPUT: `.next-dev/${side}` }),
};

/** How the one of SolidStart's is started. */
export const solid = { program: "whole-solid/.output/server/index.mjs", folder: "whole-solid", ready: /Listening/ };
