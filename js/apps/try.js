// Copies an example in another way and tries it in the browser: node apps/try.js next 15; the ways are those of copy.js.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [example, way] = process.argv.slice(2);

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

run([here("copy.js"), example, way].filter(Boolean));
const tests = here("../testing/run.js");
run([tests, here(`${example}.test.js`)], { CARDEA_APP: here(`copies/${example}-${way}/`) });
const isVersion = /^\d+$/.test(way);
if (isVersion) run([tests, here("contract.test.js")], { CARDEA_CONTRACT: `${example} ${way}+contract` });
if (isVersion && example === "next") run([tests, here("paths.test.js")], { CARDEA_NEXT: way });
