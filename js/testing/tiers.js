// Which tests run in the gate, and which at night. `.ci/shards.tsv` has a line for each that runs at night; what has no line
// there runs in the gate. Lines of the kind `js` have in their third column
//   js/apps/edge.test.js               a file
//   js/apps/next.test.js > its types   a test of a file of the gate, which the file passes to `nightly`
//   node apps/try.js next 15           a command, run in js
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folders that have test files for Node. */
const FOLDERS = ["js", "docs/.vitepress", "server/deploy/test"];

/** The paths of all test files for Node. */
export const testFiles = () => FOLDERS.flatMap(within).filter((path) => path.endsWith(".test.js")).sort();

/** The paths of all programs that tests consist of, without the packages themselves. */
export const sources = () => FOLDERS.flatMap(within).filter((path) => /\.m?js$/.test(path) && /^js\/(apps|testing|transcript)\/|\/test\//.test(path)).sort();

/** The paths of the programs that the npm packages consist of. */
export const packageSources = () =>
  ["js/bridge", "js/next", "js/solid-start", "js/server"].flatMap(within).filter((path) => /\.[jt]sx?$/.test(path) && !path.includes("/test/")).sort();

/** What runs at night, as `.ci/shards.tsv` says. */
export function nightlyRows(text = readFileSync(join(root, ".ci/shards.tsv"), "utf8")) {
  const cells = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
  return cells.filter(([, kind]) => kind === "js").map(([shard, , what]) => ({ shard, ...parsed(what) }));
}

function parsed(what) {
  const [, file, name] = /^(\S+\.test\.js)(?: > (.+))?$/.exec(what) ?? [];
  return file ? { what, file, name } : { what, command: what.split(" ") };
}

/** The files that run in the gate. */
export function gateFiles(rows = nightlyRows(), files = testFiles()) {
  const moved = new Set(rows.filter(({ name }) => !name).map(({ file }) => file));
  return files.filter((file) => !moved.has(file));
}

/** The paths of the files of a folder, without what is installed, built or copied. */
function within(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|copies|dist|target|\..*)$/.test(entry.name) ? [] : within(path);
    return [path];
  });
}
