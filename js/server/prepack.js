// Before the package is packed: takes the jars from the build, or from the folder that CARDEA_JARS names.
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const here = fileURLToPath(new URL("./", import.meta.url));
const from = process.env.CARDEA_JARS;
const files = {
  "lib/cardea-server.jar": from ? join(from, "cardea-server.jar") : join(root, "server/target/cardea-server.jar"),
  "lib/cardea-dev.jar": from ? join(from, "cardea-dev.jar") : join(root, "tools/dev/target/cardea-dev.jar"),
  LICENSE: join(root, "LICENSE"),
  NOTICE: join(root, "NOTICE"),
  "THIRD-PARTY.txt": join(root, "server/src/main/third-party/THIRD-PARTY.txt"),
};
for (const file of Object.values(files)) {
  if (!existsSync(file)) throw new Error(`${file} is missing; build it with: mvn install -Dfor=server`);
}
rmSync(join(here, "lib"), { recursive: true, force: true });
mkdirSync(join(here, "lib"));
for (const [to, file] of Object.entries(files)) copyFileSync(file, join(here, to));
