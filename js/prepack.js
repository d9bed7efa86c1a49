// Before a package is packed: compiles it anew, so that no old or missing `dist` is ever published.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

for (const file of ["README.md", "LICENSE"]) {
  if (!existsSync(file)) throw new Error(`${process.cwd()} has no ${file}`);
}
rmSync("dist", { recursive: true, force: true });
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-b"], { stdio: ["ignore", "inherit", "inherit"] });
