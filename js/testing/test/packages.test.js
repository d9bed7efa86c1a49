import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { folders, placeholders, published, root, shared } from "../../metadata.js";
import { npm, packed } from "../packed.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = (folder) => JSON.parse(readFileSync(here(`../../${folder}/package.json`), "utf8"));
const bytes = (file) => {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

let packages;
before(() => (packages = packed()));
after(() => rmSync(packages.home, { recursive: true, force: true }));

for (const folder of published) {
  test(`${folder}: publint finds nothing in the archive`, async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytes(packages.archives[folder]) }, strict: true });
    assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
  });

  test(`${folder}: the types of every entry resolve as its code does`, async () => {
    const { problems, entrypoints } = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes(packages.archives[folder]))));
    assert.equal(Object.keys(entrypoints).length, Object.keys(manifest(folder).exports).length);
    // The packages are modules; CommonJS reads them by import() or, from Node 22 on, by require.
    assert.deepEqual(problems.filter(({ kind }) => kind !== "CJSResolvesToESM"), []);
  });

  test(`${folder}: author, repository and publishing are as js/package.json says`, () => {
    const own = manifest(folder);
    const common = shared(folder);
    assert.deepEqual(Object.fromEntries(Object.keys(common).map((key) => [key, own[key]])), common, "npm run metadata");
    assert.ok(own.keywords.length > 3 && own.description);
    assert.equal(readFileSync(here(`../../${folder}/LICENSE`), "utf8"), readFileSync(here("../../../LICENSE"), "utf8"), "npm run metadata");
  });
}

for (const folder of folders) {
  test(`${folder}: the archive has what a reader needs and no test`, () => {
    const files = execFileSync("tar", ["-tzf", packages.archives[folder]], { encoding: "utf8" }).trim().split("\n");
    for (const name of ["README.md", "LICENSE", "package.json", "dist/index.js", "dist/index.d.ts", "dist/index.js.map", "src/index.ts"]) {
      assert.ok(files.includes(`package/${name}`), name);
    }
    assert.deepEqual(files.filter((name) => !/^package\/(README\.md|LICENSE|package\.json|(dist|src|move)\/)/.test(name)), []);
    assert.deepEqual(files.filter((name) => /tsbuildinfo|\.test\./.test(name)), []);
  });
}

test("server: the archive has the launcher, both jars, their licences and no test", () => {
  const files = execFileSync("tar", ["-tzf", packages.archives.server], { encoding: "utf8" }).trim().split("\n").sort();
  const expected = ["LICENSE", "NOTICE", "README.md", "THIRD-PARTY.txt", "bin/cardea.js", "index.d.ts", "index.js", "java.js", "launch.js", "lib/cardea-dev.jar", "lib/cardea-server.jar", "package.json", "port.js"];
  assert.deepEqual(files, expected.map((name) => `package/${name}`));
});

test("no file of @cardea/next has a path that Next 14 takes for its own, and compiles as CommonJS", () => {
  const files = execFileSync("tar", ["-tzf", packages.archives.next], { encoding: "utf8" }).trim().split("\n");
  assert.deepEqual(files.filter((name) => /^package\/dist\/(pages|client|shared\/lib)/.test(name)), []);
});

test("the packages have one version, that of the project, and want each other in it", () => {
  const version = /<artifactId>cardea-parent<\/artifactId>\s*<version>(.*?)(?:-SNAPSHOT)?</.exec(readFileSync(here("../../../pom.xml"), "utf8"))[1];
  for (const folder of folders) {
    const { version: own, dependencies = {} } = manifest(folder);
    assert.equal(own, version);
    assert.deepEqual(dependencies, folder === "bridge" ? {} : { "@cardea/bridge": version });
  }
});

test("nothing is published while the addresses are placeholders", () => {
  const check = () => execFileSync(process.execPath, [here("../../metadata.js"), "--check"], { stdio: "pipe" });
  if (placeholders().length) assert.throws(check, /placeholders: https:\/\/cardea\.example/);
  else check();
  assert.equal(root.private, true);
});

test("npm installs both archives in one command, and every entry of them is loaded", () => {
  const project = join(packages.home, "project");
  // The frameworks' own packages are large; the applications of `examples` run with them.
  stub(join(project, "stubs/next"), { name: "next", version: "16.4.5", exports: { "./*": "./index.js" } });
  stub(join(project, "stubs/react"), { name: "react", version: "19.3.1", exports: { ".": "./index.js" } }, "export const createContext = () => ({});\n");
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: { next: "file:stubs/next", react: "file:stubs/react" } }));
  // Copies of the stubs, as of packages: Deno follows no link out of node_modules.
  npm(project, "install", "--offline", "--install-links", packages.archives.bridge, packages.archives.next);
  npm(project, "install", "--offline", "--install-links", packages.archives["solid-start"]);
  // Its runtimes are optional, and not published yet.
  npm(project, "install", "--offline", "--omit=optional", "--install-links", packages.archives.server);
  const modules = published.flatMap((folder) => {
    const { name, exports } = manifest(folder);
    assert.ok(readdirSync(join(project, "node_modules", name)).includes("package.json"));
    return Object.keys(exports).filter((entry) => entry !== "./package.json").map((entry) => `${name}${entry.slice(1)}`);
  });
  const lines = modules.map((module) => `counts[${JSON.stringify(module)}] = Object.keys(await import(${JSON.stringify(module)})).length;`);
  writeFileSync(join(project, "all.mjs"), ["const counts = {};", ...lines, "console.log(JSON.stringify(counts));"].join("\n"));
  for (const [runtime, args] of runtimes()) {
    const counts = JSON.parse(execFileSync(runtime, [...args, "all.mjs"], { cwd: project, encoding: "utf8" }));
    assert.deepEqual(Object.keys(counts), modules, runtime);
    // Entries of types alone have no names.
    for (const module of modules) assert.ok(counts[module] > 0 || /\/(types|adapters)$/.test(module), `${module} in ${runtime}`);
  }
  assert.match(execFileSync("npx", ["--no-install", "cardea-move", "--help"], { cwd: project, encoding: "utf8" }), /^cardea-move \[FOLDER\]/);
});

test("npm refuses a framework that is too old, as no setting hides conflicts of peers", () => {
  const project = join(packages.home, "old");
  stub(join(project, "stubs/next"), { name: "next", version: "13.5.11" });
  stub(join(project, "stubs/react"), { name: "react", version: "18.3.1" });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies: { next: "file:stubs/next", react: "file:stubs/react" } }));
  assert.throws(() => npm(project, "install", "--offline", packages.archives.bridge, packages.archives.next), /ERESOLVE/);

  const files = execFileSync("git", ["ls-files", "--cached", "*.npmrc", "*package.json"], { cwd: here("../../.."), encoding: "utf8" }).trim().split("\n");
  assert.ok(files.length > 5);
  assert.deepEqual(files.filter((file) => readFileSync(here(`../../../${file}`), "utf8").includes("legacy-peer-deps")), []);
});

/** Node, and Bun and Deno where they are installed. CARDEA_RUNTIMES=all requires them. */
function runtimes() {
  const others = [["bun", []], ["deno", ["run", "--allow-all", "--node-modules-dir=manual"]]];
  const isThere = ([name]) => process.env.CARDEA_RUNTIMES === "all" || spawnSync(name, ["--version"]).status === 0;
  return [[process.execPath, []], ...others.filter(isThere)];
}

function stub(folder, own, code = "export default {};\n") {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", ...own }));
  writeFileSync(join(folder, "index.js"), code);
}
