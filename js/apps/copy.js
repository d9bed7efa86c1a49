// A copy of an example for another version of its framework: node apps/copy.js solid 2 FOLDER/
// What is in the folder `solid-2` here takes the place of the example's own.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What else another version wants, by example and version. */
const others = {
  "solid 2": (app) => {
    app.node(24);
    app.depends({
      "@solidjs/router": "0.16.3",
      "@solidjs/start": "2.0.5",
      // Of its version 3 only those with a date go with Vite 8.
      nitro: "3.0.260903-beta",
      "solid-js": "1.9.19",
      vinxi: undefined,
      vite: "8.3.8",
    });
    app.replace("package.json", "vinxi build", "vite build");
    app.replace("tsconfig.json", "vinxi/types/client", "@solidjs/start/env");
    app.replace("tsconfig.json", "app.config.ts", "vite.config.ts");
    app.remove("app.config.ts");
  },
};

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [example, version, folder] = process.argv.slice(2);
const change = others[`${example} ${version}`];
if (!change || !folder) refuse(`node apps/copy.js EXAMPLE VERSION FOLDER/, of ${Object.keys(others).join(", ")}`);
if (existsSync(join(folder, "package.json"))) refuse(`${folder} has an application already`);

// What was built and installed is the example's; `run` starts programs that are beside it.
const own = ["node_modules", "packages", ".next", ".output", ".vinxi", "run"];
const left = own.map((name) => here(`../../examples/${example}/${name}`));
cpSync(here(`../../examples/${example}/`), folder, { recursive: true, filter: (path) => !left.includes(path) });
if (existsSync(here(`${example}-${version}`))) cpSync(here(`${example}-${version}/`), folder, { recursive: true });

const read = (name) => readFileSync(join(folder, name), "utf8");
const write = (name, text) => writeFileSync(join(folder, name), text);

function depends(wanted) {
  const all = JSON.parse(read("package.json"));
  Object.assign(all.dependencies, wanted);
  write("package.json", `${JSON.stringify(all, null, 2)}\n`);
}

change({
  depends,
  remove: (name) => rmSync(join(folder, name)),
  replace(name, old, text) {
    if (!read(name).includes(old)) throw new Error(`${name} of the example has no ${old} any more`);
    write(name, read(name).replace(old, text));
  },
  /** Where this Node is older the copy brings one along, as a package whose program npm finds first. */
  node(oldest) {
    if (Number.parseInt(process.versions.node) < oldest) depends({ node: `npm:node-${process.platform}-${process.arch}@${oldest}` });
  },
});

function refuse(why) {
  console.error(why);
  process.exit(2);
}
