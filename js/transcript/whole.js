// The site as an application of Next's, built and started.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (file, args, cwd) => execFileSync(file, args, { cwd: here(cwd), stdio: "inherit", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });

/** With our packages as they will be published. */
export function build() {
  run("npm", ["run", "--silent", "build"], "..");
  rmSync(here("../packages"), { recursive: true, force: true });
  run("npm", ["run", "--silent", "packages"], "..");
  for (const old of ["whole/site", "whole/.next", "whole/node_modules/@cardea"]) rmSync(here(old), { recursive: true, force: true });
  mkdirSync(here("whole"), { recursive: true });
  cpSync(here("site"), here("whole"), { recursive: true });
  copyFileSync(here("../../it/node/tables.mjs"), here("whole/tables.js"));
  const { dependencies, overrides } = JSON.parse(readFileSync(here("package.json")));
  const packed = Object.fromEntries(readdirSync(here("../packages")).map((file) => [file.replace(/^cardea-(.*)-\d+\.\d+\.\d+\.tgz$/, "@cardea/$1"), `file:../../packages/${file}`]));
  writeFileSync(here("whole/package.json"), JSON.stringify({ private: true, type: "module", dependencies: { ...dependencies, ...packed }, overrides }));
  run("npm", ["install", "--include=optional", "--no-package-lock", "--omit=peer", "--no-audit", "--no-fund", "--loglevel=error"], "whole");
  run("npx", ["next", "build"], "whole");
}

/** How it is started. */
export const whole = {
  program: "whole/node_modules/next/dist/bin/next",
  args: (port) => ["start", "-H", "127.0.0.1", "-p", port],
  folder: "whole",
  ready: /Ready in/,
};
