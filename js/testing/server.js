import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const jar = process.env.CARDEA_JAR ?? fileURLToPath(new URL("../../server/target/cardea-server.jar", import.meta.url));

/** Why tests beside the server are skipped, or false; where everything is required, nothing is. */
export const skip =
  process.env.CARDEA_REQUIRE === "all" || existsSync(jar) ? false : "the server's jar is not there: mvn -pl server -am package";

/** The server as it is shipped, in a process of its own. */
export async function serve(config) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-js-"));
  const file = join(folder, "cardea.yml");
  writeFileSync(file, config);
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";
  const kept = Object.entries(process.env).filter(([name]) => !/^(AUTH|NEXTAUTH|CARDEA)_/.test(name));
  const child = spawn(java, ["-Xmx128m", "-jar", jar, "serve", "--config", file, "--port", "0"], {
    env: Object.fromEntries(kept),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^cardea listening on (.*)$/.exec(line)?.[1];
    if (!url) continue;
    const stop = async () => {
      child.kill();
      await gone;
      rmSync(folder, { recursive: true });
    };
    return { url, stop };
  }
  throw new Error("the server did not begin");
}
