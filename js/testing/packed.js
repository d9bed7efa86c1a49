import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folders, published } from "../metadata.js";

const js = fileURLToPath(new URL("../", import.meta.url));

/** Runs npm there, without its calls home; what it printed. The last argument may be further variables. */
export function npm(folder, ...words) {
  const args = words.filter((word) => typeof word === "string");
  const further = words.find((word) => typeof word === "object");
  const env = { ...process.env, ...further, npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
  return execFileSync("npm", [...args, "--loglevel=error"], { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * The packages as npm would publish them. They are packed once for all test files of a run.
 *
 * @returns a folder, to be removed, and the archive of each package by the package's folder
 */
export function packed() {
  const home = mkdtempSync(join(tmpdir(), "cardea-packages-"));
  const archives = process.env.CARDEA_PACKED ?? pack(home);
  const files = readdirSync(archives);
  const archive = (folder) => join(archives, files.find((file) => new RegExp(`^cardea-${folder}-\\d`).test(file)) ?? `${folder} is missing`);
  return { home, archives: Object.fromEntries(published.map((folder) => [folder, archive(folder)])) };
}

/**
 * Packs the packages in a copy: packing compiles anew, and other tests read `dist` meanwhile.
 *
 * @returns the folder of the archives, which CARDEA_PACKED names to the test files of a run
 */
export function pack(home) {
  const copy = join(home, "js");
  const left = /\/(node_modules|dist|test|lib)$/;
  for (const name of ["package.json", "tsconfig.base.json", "prepack.js", "metadata.js", ...published]) {
    cpSync(join(js, name), join(copy, name), { recursive: true, filter: (path) => !left.test(path) });
  }
  linked(copy);
  const archives = join(home, "archives");
  mkdirSync(archives);
  npm(copy, "pack", "--workspaces", "--pack-destination", archives);
  packServer(home, join(copy, "server"), archives);
  return archives;
}

/** Packs the server's package with empty files for the jars: 25 MB that no test of packages reads. */
function packServer(home, folder, archives) {
  const jars = join(home, "jars");
  mkdirSync(jars);
  for (const name of ["cardea-server.jar", "cardea-dev.jar"]) writeFileSync(join(jars, name), "");
  const licences = "server/src/main/third-party/THIRD-PARTY.txt";
  for (const name of ["LICENSE", "NOTICE", licences]) cpSync(join(js, "..", name), join(home, name), { recursive: true });
  npm(folder, "pack", "--pack-destination", archives, { CARDEA_JARS: jars });
}

/** What the packages are compiled with, and the copies themselves in place of the originals. */
function linked(copy) {
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@cardea"), { recursive: true });
  for (const name of ["typescript", "react", "@types", "csstype"]) symlinkSync(join(js, "node_modules", name), join(modules, name));
  for (const folder of folders) symlinkSync(join(copy, folder), join(modules, "@cardea", folder));
}
