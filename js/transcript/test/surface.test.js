import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const reference = (name) => here(`../node_modules/${name}/`);
const skip = existsSync(reference("next-auth")) || process.env.CARDEA_REQUIRE === "all" ? false : "next-auth is not there: npm ci in transcript";

/** Each package that is replaced, and the folder of the one that replaces it. */
const packages = [["next-auth", here("../../next/")], ["@auth/solid-start", here("../../solid-start/")]];

/** What the page of differences names, such as an export that we do not have. */
const named = () => new Set(Array.from(readFileSync(here("../../../docs/differences.md"), "utf8").matchAll(/`([^`]+)`/g), ([, name]) => name));

/** The entries of a package, with the file that declares what each exports. */
function entries(folder) {
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return new Map(Object.entries(exports).filter(([, { types }]) => types).map(([entry, { types }]) => [entry.slice(2), folder + types.slice(2)]));
}

/** The names that each file exports, each with the number of its type parameters. The files share one program. */
function exported(files) {
  const program = ts.createProgram(files, { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true, noEmit: true });
  const checker = program.getTypeChecker();
  const names = (file) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).map((symbol) => {
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, own.declarations?.find((each) => each.typeParameters)?.typeParameters.length ?? 0];
  });
  return new Map(files.map((file) => [file, new Map(names(file))]));
}

for (const [name, folder] of packages) {
  describe(`what ${name} exports`, { skip }, () => {
    test("has each entry here, or is a documented difference", () => {
      const own = entries(folder);
      const missing = [...entries(reference(name)).keys()].filter((entry) => !own.has(entry) && !named().has(entry));
      assert.deepEqual(missing, []);
    });

    test("has each name here, as generic as there, or is a documented difference", () => {
      const own = entries(folder);
      let compared = 0;
      const both = [...entries(reference(name))].filter(([entry]) => own.has(entry));
      const names = exported(both.flatMap(([entry, file]) => [own.get(entry), file]));
      for (const [entry, file] of both) {
        const ours = names.get(own.get(entry));
        const missing = [...names.get(file)].filter(([each, generic]) => ours.get(each) !== generic && !named().has(each));
        assert.deepEqual(missing, [], entry || "the package itself");
        compared++;
      }
      assert.ok(compared > 1);
    });
  });
}
