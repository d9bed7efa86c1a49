// Copies the author, repository and publishing settings that all packages share from package.json beside this file:
//   node metadata.js            writes it into the packages
//   node metadata.js --check    fails while its addresses are placeholders, so that nothing is published with them
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => JSON.parse(readFileSync(here(path), "utf8"));

export const root = read("package.json");
export const folders = root.workspaces;

/** The packages that npm publishes: those that are compiled, and the server, which carries jars. */
export const published = [...folders, "server"];

/** What the package in that folder has in common with the others. */
export function shared(folder) {
  const { license, author, homepage, repository, bugs, engines } = root;
  return {
    license,
    author,
    homepage,
    repository: { ...repository, directory: `js/${folder}` },
    bugs,
    engines,
    publishConfig: { access: "public", provenance: true },
    scripts: { prepack: folder === "server" ? "node prepack.js" : "node ../prepack.js", prepublishOnly: "node ../metadata.js --check" },
  };
}

/** Files beside package.json with addresses of the project, for readers. */
const readers = ["../.github/ISSUE_TEMPLATE/config.yml", "../docs/.vitepress/links.js", ...published.map((folder) => `${folder}/README.md`)];

/** The addresses under names that RFC 2606 reserves, which lead nowhere: of the packages, and in texts for readers. */
export function placeholders() {
  const texts = readers.flatMap((path) => readFileSync(here(path), "utf8").match(/https:\/\/(?:git\.)?cardea\.example[\w/.-]*/g) ?? []);
  return [root.homepage, root.repository.url, root.bugs.url, ...new Set(texts)].filter((address) => /\.example(\/|$)/.test(address));
}

function main(option) {
  if (option === "--check") {
    if (!placeholders().length) return;
    console.error(`the project has placeholders: ${placeholders().join(", ")}. Give the real addresses in js/package.json, then: npm run metadata. Others are in: ${readers.join(", ")}`);
    process.exit(1);
  }
  for (const folder of published) {
    const file = `${folder}/package.json`;
    writeFileSync(here(file), `${JSON.stringify({ ...read(file), ...shared(folder) }, null, 2)}\n`);
    copyFileSync(here("../LICENSE"), here(`${folder}/LICENSE`));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
