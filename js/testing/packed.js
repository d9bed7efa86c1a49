import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folders } from "../metadata.js";

const js = fileURLToPath(new URL("../", import.meta.url));

/** Runs npm there, without its calls home; what it printed. */
export function npm(folder, ...args) {
  const env = { ...process.env, npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
  return execFileSync("npm", [...args, "--loglevel=error"], { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * The packages as npm would publish them, packed in a copy: packing compiles anew, and other tests read `dist` meanwhile.
 *
 * @returns the folder, to be removed, and the archive of each package by the package's folder
 */
export function packed() {
  const home = mkdtempSync(join(tmpdir(), "cardea-packages-"));
  const copy = join(home, "js");
  const left = /\/(node_modules|dist|test)$/;
  for (const name of ["package.json", "tsconfig.base.json", "prepack.js", "metadata.js", ...folders]) {
    cpSync(join(js, name), join(copy, name), { recursive: true, filter: (path) => !left.test(path) });
  }
  linked(copy);
  const archives = join(home, "archives");
  mkdirSync(archives);
  npm(copy, "pack", "--workspaces", "--pack-destination", archives);
  const files = readdirSync(archives);
  const archive = (folder) => join(archives, files.find((file) => new RegExp(`^cardea-${folder}-\\d`).test(file)) ?? `${folder} is missing`);
  return { home, archives: Object.fromEntries(folders.map((folder) => [folder, archive(folder)])) };
}

/** What the packages are compiled with, and the copies themselves in place of the originals. */
function linked(copy) {
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@cardea"), { recursive: true });
  for (const name of ["typescript", "react", "@types", "csstype"]) symlinkSync(join(js, "node_modules", name), join(modules, name));
  for (const folder of folders) symlinkSync(join(copy, folder), join(modules, "@cardea", folder));
}
