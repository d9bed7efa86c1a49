import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const SOURCE = /\.(c|m)?(t|j)sx?$/;
const LEFT = new Set(["node_modules", "dist", "build", "out", "coverage"]);
const ENDINGS = ["", ".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", "/index.ts", "/index.tsx", "/index.js"];

/** The application's sources, by their path. Folders that are built, installed or hidden are not read. */
export function sources(folder) {
  const found = new Map();
  const visit = (place) => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith(".") && !LEFT.has(entry.name)) visit(path);
      else if (entry.isFile() && SOURCE.test(entry.name)) found.set(path, readFileSync(path, "utf8"));
    }
  };
  visit(folder);
  return found;
}

/** The file of the application that a source means by that module; undefined for a package. */
export function fileOf(module, from, folder) {
  const places = module.startsWith(".") ? [resolve(dirname(from), module)] : aliased(module, folder);
  for (const place of places) {
    // A module of TypeScript may be imported by the name that it is compiled to.
    for (const name of [place, place.replace(/\.(m?)js$/, ".$1ts")]) {
      const path = ENDINGS.map((ending) => name + ending).find((each) => existsSync(each) && statSync(each).isFile());
      if (path) return path;
    }
  }
  return undefined;
}

/** The names that samples of Next and SolidStart give to the application's root. */
function aliased(module, folder) {
  const rest = /^[@~]\/(.*)$/.exec(module)?.[1];
  return rest === undefined ? [] : [join(folder, rest), join(folder, "src", rest)];
}
