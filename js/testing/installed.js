// What tests need and a bare clone does not have. As a program, it says what compiling the packages needs.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { jar } from "./server.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const packages = (folder) => ({ isThere: () => existsSync(join(root, folder, "node_modules")), remedy: `${folder}/node_modules is missing: run "npm ci" in ${folder}` });
const compiler = packages("js");
const compiled = { isThere: () => existsSync(join(root, "js/bridge/dist/index.js")), remedy: 'js/bridge/dist is missing: run "npm run build" in js' };
const browser = { isThere: () => browsers.some(existsSync), remedy: `${browsers.join(", ")} are missing: install chromium` };
const oathtool = { isThere: () => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "oathtool"))), remedy: "oathtool is missing: install it" };
const server = { isThere: () => existsSync(jar), remedy: `${jar} is missing: run "mvn -B -pl server -am package -DskipTests", or name a jar in CARDEA_JAR` };

/** What the files of a folder need. */
const needs = {
  "js/": [compiler, compiled],
  "js/apps/": [packages("tests/it/node"), browser, server],
  "js/apps/accounts.test.js": [oathtool],
  "docs/": [packages("docs")],
  "docs/.vitepress/test/site.test.js": [packages("tests/it/node"), browser],
  "server/deploy/test/": [packages("server/deploy/test")],
};

/** What is missing for these test files, each with its remedy, in a sentence. */
export function missing(files) {
  const wanted = Object.entries(needs).filter(([folder]) => files.some((file) => file.startsWith(folder)));
  return wanted.flatMap(([, all]) => all).filter(({ isThere }) => !isThere()).map(({ remedy }) => remedy);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !compiler.isThere()) {
  console.error(compiler.remedy);
  process.exit(2);
}
